import { bothOf, FILE, nestedName, type Reference, type WhichRecords } from '../../definitions/for-server.ts';
import { fieldInSome } from '../query/names.ts';
import type { Rights } from '../rights.ts';
import { chunksOf } from './chunks.ts';
import type { Reads } from './reads.ts';

const ID = { id: { type: 'bigint' } } as const;

/**
 * The files among these that a living record refers to by a field, if the rights allow reading both; without rights, every
 * reference counts. A URL in a text does not count, because anyone may write one.
 */
export async function filesReferredTo(
  reads: Reads,
  ids: Iterable<bigint>,
  rights?: Rights,
): Promise<ReadonlySet<bigint>> {
  const found = new Set<bigint>();
  let left = [...ids];
  for (const reference of reads.catalogue.referencesTo(FILE)) {
    if (left.length === 0) break;
    const records = rights ? readableRecords(reference, rights) : 'all';
    if (reference.isMention || records === 'none') continue;
    for (const some of chunksOf(left))
      for (const { id } of await heldBy(reads, reference, some, records)) found.add(id);
    left = left.filter((id) => !found.has(id));
  }
  return found;
}

function readableRecords({ definition, field }: Reference, rights: Rights): WhichRecords {
  if (!definition.access || !fieldInSome(definition, field, rights)) return 'none';
  return bothOf(rights.records(definition, 'read'), rights.shownIn(definition, field));
}

function heldBy(
  reads: Reads,
  { definition, field, path, link }: Reference,
  ids: readonly bigint[],
  records: WhichRecords,
): Promise<{ id: bigint }[]> {
  const { query } = reads;
  const holds = reads.ruleCondition(definition, records);
  const holders = query.selectFrom(definition.name).select('id').where(holds);
  if (link) {
    const links = query.selectFrom(link.name).select('target_id as id').distinct();
    return reads.records(links.where('target_id', 'in', ids).where('holder_id', 'in', holders), ID);
  }
  if (path !== undefined) {
    const inside = query.selectFrom(nestedName(definition.name)).select('number as id').distinct();
    const here = inside.where('path', '=', path).where('number', 'in', ids);
    return reads.records(here.where('holder_id', 'in', holders), ID);
  }
  const named = query.selectFrom(definition.name).select((e) => e.ref(field).as('id'));
  return reads.records(named.distinct().where(field, 'in', ids).where(holds), ID);
}

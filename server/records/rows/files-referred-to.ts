import type { Reference } from '../../definitions/catalogue.ts';
import { FILE } from '../../definitions/fields/file.ts';
import { nestedName } from '../../definitions/nested/nested-collection.ts';
import type { Rows } from '../../definitions/types/where.ts';
import { fieldNamed } from '../query/names.ts';
import type { Rights } from '../rights.ts';
import { chunksOf } from './chunks.ts';
import type { Reads } from './reads.ts';

const ID = { id: { type: 'bigint' } } as const;

/**
 * The files among these that a living row refers to by a field, if the rights allow reading both; without rights, every
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
    const rows = rights ? readableRows(reference, rights) : 'all';
    if (reference.isMention || rows === 'none') continue;
    for (const some of chunksOf(left))
      for (const { id } of await heldBy(reads, reference, some, rows)) found.add(id);
    left = left.filter((id) => !found.has(id));
  }
  return found;
}

function readableRows({ definition, field }: Reference, rights: Rights): Rows {
  if (!definition.access || !fieldNamed(definition, field, rights)) return 'none';
  return rights.rows(definition, 'read');
}

function heldBy(
  reads: Reads,
  { definition, field, path, link }: Reference,
  ids: readonly bigint[],
  rows: Rows,
): Promise<{ id: bigint }[]> {
  const { query } = reads;
  const holds = reads.ruleCondition(definition, rows);
  const holders = query.selectFrom(definition.name).select('id').where(holds);
  if (link) {
    const links = query.selectFrom(link.name).select('target_id as id').distinct();
    return reads.rows(links.where('target_id', 'in', ids).where('holder_id', 'in', holders), ID);
  }
  if (path !== undefined) {
    const inside = query.selectFrom(nestedName(definition.name)).select('number as id').distinct();
    const here = inside.where('path', '=', path).where('number', 'in', ids);
    return reads.rows(here.where('holder_id', 'in', holders), ID);
  }
  const named = query.selectFrom(definition.name).select((e) => e.ref(field).as('id'));
  return reads.rows(named.distinct().where(field, 'in', ids).where(holds), ID);
}

import type { Shape } from '../../contract/column.ts';
import type { Raw } from '../database/engine.ts';
import type { Reference } from '../definitions/catalogue.ts';
import type { Definition } from '../definitions/define-record.ts';
import type { NewRow } from '../definitions/row-types.ts';
import { AppError } from '../errors.ts';
import type { ActingReads } from './act.ts';
import type { deletion } from './deletion.record.ts';
import { within } from './reach.ts';
import { idsIn, type Row } from './row.ts';

/** The most rows that one deletion takes along or changes. */
const MOST_ROWS = 500;
const idShape: Shape = { id: { type: 'bigint' } };

/** What a deletion does besides. */
export interface Consequences {
  /** The rows that go, by record; those that were asked for come first. */
  readonly gone: ReadonlyMap<Definition, ReadonlyMap<bigint, Row>>;
  /** The rows that stay and lose a reference, by record, with their new values. */
  readonly emptied: ReadonlyMap<Definition, ReadonlyMap<bigint, readonly [before: Row, values: Raw]>>;
}

/**
 * Works out what the deletion of a record's rows does to the rows that refer to them, and to those that refer to these.
 * Throws where such a row forbids it, may not be deleted by the caller, or is one too many. Changes nothing.
 */
export async function consequencesOf(
  writes: ActingReads,
  definition: Definition,
  rows: readonly Row[],
): Promise<Consequences> {
  const { catalogue } = writes;
  const gone = new Map([[definition, byId(rows)]]);
  const held: [Reference, Row[]][] = [];
  let count = 0;
  const frontier: [Definition, readonly Row[]][] = [[definition, rows]];
  for (let next = frontier.shift(); next; next = frontier.shift()) {
    const [target, leaving] = next;
    for (const reference of catalogue.referencesTo(target.name)) {
      const holders = await holdersOf(writes, reference, leaving);
      count += holders.length;
      if (count > MOST_ROWS) throw await stillReferenced(writes, reference, holders, `超过 ${MOST_ROWS} 条`);
      if (reference.onDelete !== 'delete') {
        held.push([reference, holders]);
        continue;
      }
      const known = gone.get(reference.definition) ?? new Map();
      const fresh = holders.filter(({ id }) => !known.has(id));
      if (fresh.length === 0) continue;
      await requireMine(writes, reference, fresh);
      gone.set(reference.definition, new Map([...known, ...byId(fresh)]));
      frontier.push([reference.definition, fresh]);
    }
  }
  return { gone, emptied: await emptiedBy(writes, held, gone) };
}

/** The entries that keep a set together: one for each row that is in the trash because another was deleted. */
export function entriesOf(
  { gone }: Consequences,
  root: Definition,
  { id: rootId }: Row,
): NewRow<typeof deletion>[] {
  const entries = [...gone].flatMap(([{ name: record, audit }, rows]) =>
    audit === 'full' ? [...rows.keys()].map((id) => ({ record, record_id: id })) : [],
  );
  return entries
    .filter(({ record, record_id: id }) => record !== root.name || id !== rootId)
    .map((entry) => ({ ...entry, root_record: root.name, root_id: rootId }));
}

/** The rows that hold an id of these in the reference's field; of those that forbid the deletion, only who they are. */
function holdersOf(reads: ActingReads, reference: Reference, targets: readonly Row[]): Promise<Row[]> {
  const { definition, field, link, onDelete } = reference;
  const ids = targets.map(({ id }) => id);
  const shape = onDelete === 'refuse' ? idShape : definition.columns;
  const linked = link && reads.query.selectFrom(link.name).select('holder_id').where('target_id', 'in', ids);
  const holders = reads.query
    .selectFrom(definition.name)
    .select(Object.keys(shape))
    .where(linked ? 'id' : field, 'in', linked ?? ids)
    .orderBy('id')
    .limit(MOST_ROWS + 1);
  return reads.rows(reads.held(holders), shape);
}

/** A container's right does not reach its contents: each row that goes along must be the caller's to delete. */
async function requireMine(reads: ActingReads, reference: Reference, rows: readonly Row[]): Promise<void> {
  const mine = new Set(await within(reads, reference.definition, rows, ['delete']));
  const foreign = rows.filter((row) => !mine.has(row));
  if (foreign.length > 0)
    throw await stillReferenced(reads, reference, foreign, `${foreign.length} 条无权删除`);
}

async function emptiedBy(
  reads: ActingReads,
  held: readonly [Reference, Row[]][],
  gone: Consequences['gone'],
): Promise<Consequences['emptied']> {
  const emptied = new Map<Definition, Map<bigint, readonly [Row, Raw]>>();
  for (const [reference, holders] of held) {
    const { definition, field, target, link } = reference;
    const staying = holders.filter(({ id }) => !gone.get(definition)?.has(id));
    const [first] = staying;
    if (!first) continue;
    if (reference.onDelete === 'refuse')
      throw await stillReferenced(reads, reference, [first], String(first.id));
    const ofRecord = emptied.get(definition) ?? new Map<bigint, readonly [Row, Raw]>();
    emptied.set(definition, ofRecord);
    const leaving = [...gone].find(([{ name }]) => name === target)?.[1];
    for (const row of staying) {
      const left = link ? idsIn(row, field).filter((id) => !leaving?.has(id)) : null;
      ofRecord.set(row.id, [row, { ...ofRecord.get(row.id)?.[1], [field]: left }]);
    }
  }
  return emptied;
}

function byId(rows: readonly Row[]): Map<bigint, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}

/** Which rows stand in the way is told only to whoever may see them all, and that they refer. */
async function stillReferenced(
  reads: ActingReads,
  { definition, field }: Reference,
  rows: readonly Row[],
  what: string,
): Promise<AppError> {
  const rights = await reads.act.rights?.();
  const ids = rows.map(({ id }) => id);
  const known = await reads.idsAmong(definition, ids, rights?.known(definition));
  const isTold = known.size === ids.length && (rights?.shows(definition, field) ?? true);
  return new AppError('stillReferenced', isTold ? { detail: `${definition.label} ${what}` } : {});
}

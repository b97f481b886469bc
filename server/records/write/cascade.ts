import type { Shape } from '../../../contract/column.ts';
import type { Raw } from '../../database/engine.ts';
import type { Reference } from '../../definitions/catalogue.ts';
import type { Definition } from '../../definitions/define-record.ts';
import type { NewRow } from '../../definitions/row-types.ts';
import { AppError } from '../../errors.ts';
import { message, type Text } from '../../messages/message.ts';
import { idsIn, type Row } from '../row.ts';
import { reachableRows } from '../rows/reachable-rows.ts';
import type { WriteReads } from '../rows/write-context.ts';
import type { deletion } from './deletion.record.ts';

/** The most referring rows that one deletion may delete or change. */
const MOST_ROWS = 500;
const idShape: Shape = { id: { type: 'bigint' } };

/** What a deletion does to other rows. */
export interface Cascade {
  /** The rows to delete, by record; those the caller asked for come first. */
  readonly deleted: ReadonlyMap<Definition, ReadonlyMap<bigint, Row>>;
  /** The rows that stay but lose a reference, by record, with their new values. */
  readonly changed: ReadonlyMap<Definition, ReadonlyMap<bigint, readonly [before: Row, values: Raw]>>;
}

/**
 * Works out what deleting a record's rows does to the rows that refer to them, and to the rows that refer to those in turn.
 * Throws if one of them forbids the deletion or is not the actor's to delete, or if they are too many. Changes nothing.
 */
export async function cascadeOf(
  writes: WriteReads,
  definition: Definition,
  rows: readonly Row[],
): Promise<Cascade> {
  const { catalogue } = writes;
  const deleted = new Map([[definition, byId(rows)]]);
  const held: [Reference, Row[]][] = [];
  let count = 0;
  const frontier: [Definition, readonly Row[]][] = [[definition, rows]];
  for (let next = frontier.shift(); next; next = frontier.shift()) {
    const [target, leaving] = next;
    for (const reference of catalogue.referencesTo(target.name)) {
      const holders = await holdersOf(writes, reference, leaving);
      count += holders.length;
      if (count > MOST_ROWS)
        throw await stillReferenced(
          writes,
          reference,
          holders,
          message('moreRowsThan', { label: reference.definition.label, max: MOST_ROWS }),
        );
      if (reference.onDelete !== 'delete') {
        held.push([reference, holders]);
        continue;
      }
      const known = deleted.get(reference.definition) ?? new Map();
      const fresh = holders.filter(({ id }) => !known.has(id));
      if (fresh.length === 0) continue;
      await requireReachable(writes, reference, fresh);
      deleted.set(reference.definition, new Map([...known, ...byId(fresh)]));
      frontier.push([reference.definition, fresh]);
    }
  }
  return { deleted, changed: await withoutReferences(writes, held, deleted) };
}

/**
 * The cascade of deleting a row, after `confirm` has been called once for each row that it deletes. `confirm` runs hooks,
 * which may change rows, so the cascade is computed anew until no row is left to confirm.
 */
export async function confirmedCascade(
  reads: WriteReads,
  definition: Definition,
  row: Row,
  confirm: (definition: Definition, row: Row) => Promise<void>,
): Promise<Cascade> {
  const confirmed = new Set<string>();
  let root = row;
  let cascade: Cascade | undefined;
  for (;;) {
    const before = confirmed.size;
    const deleted: Cascade['deleted'] = cascade?.deleted ?? new Map([[definition, byId([root])]]);
    for (const [record, rows] of deleted) {
      for (const one of record.hooks ? rows.values() : []) {
        const address = `${record.name} ${one.id}`;
        if (!confirmed.has(address)) await confirm(record, one);
        confirmed.add(address);
      }
    }
    const isSettled = confirmed.size === before;
    if (cascade && isSettled) return cascade;
    if (!isSettled) root = await again(reads, definition, root.id);
    cascade = await cascadeOf(reads, definition, [root]);
  }
}

/** The entries that keep a deletion set together: one for each row that is in the trash because another was deleted. */
export function entriesOf(
  { deleted: gone }: Cascade,
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

/** The rows that refer to these; only their ids if the reference forbids the deletion. */
function holdersOf(reads: WriteReads, reference: Reference, targets: readonly Row[]): Promise<Row[]> {
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

/** The right to delete a row does not extend to the rows that refer to it: the actor must be allowed to delete each. */
async function requireReachable(
  reads: WriteReads,
  reference: Reference,
  rows: readonly Row[],
): Promise<void> {
  const reachable = new Set(await reachableRows(reads, reference.definition, rows, ['delete']));
  const foreign = rows.filter((row) => !reachable.has(row));
  if (foreign.length > 0)
    throw await stillReferenced(
      reads,
      reference,
      foreign,
      message('rowsNotDeletable', { label: reference.definition.label, count: foreign.length }),
    );
}

/** The rows among the holders that stay, without their references to deleted rows. Throws if a reference forbids the deletion. */
async function withoutReferences(
  reads: WriteReads,
  held: readonly [Reference, Row[]][],
  deleted: Cascade['deleted'],
): Promise<Cascade['changed']> {
  const changed = new Map<Definition, Map<bigint, readonly [Row, Raw]>>();
  for (const [reference, holders] of held) {
    const { definition, field, target, link } = reference;
    const staying = holders.filter(({ id }) => !deleted.get(definition)?.has(id));
    const [first] = staying;
    if (!first) continue;
    if (reference.onDelete === 'refuse')
      throw await stillReferenced(
        reads,
        reference,
        [first],
        message('rowNamed', { label: definition.label, id: first.id }),
      );
    const ofRecord = changed.get(definition) ?? new Map<bigint, readonly [Row, Raw]>();
    changed.set(definition, ofRecord);
    const leaving = [...deleted].find(([{ name }]) => name === target)?.[1];
    for (const row of staying) {
      const left = link ? idsIn(row, field).filter((id) => !leaving?.has(id)) : null;
      ofRecord.set(row.id, [row, { ...ofRecord.get(row.id)?.[1], [field]: left }]);
    }
  }
  return changed;
}

function byId(rows: readonly Row[]): Map<bigint, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}

/** Names the referring rows only to an actor who may see all of them, and the field by which they refer. */
async function stillReferenced(
  reads: WriteReads,
  { definition, field }: Reference,
  rows: readonly Row[],
  obstacle: Text,
): Promise<AppError> {
  const rights = await reads.context.rights?.();
  const ids = rows.map(({ id }) => id);
  const known = await reads.idsAmong(definition, ids, rights?.known(definition));
  const isNamed = known.size === ids.length && (rights?.shows(definition, field) ?? true);
  return new AppError('stillReferenced', isNamed ? { detail: obstacle } : {});
}

/** The row as hooks have left it. */
async function again(reads: WriteReads, definition: Definition, id: bigint): Promise<Row> {
  const row = await reads.find(definition, id);
  if (!row) throw new AppError('recordNotFound');
  return row;
}

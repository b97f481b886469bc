import type { Shape } from '../../../../contract/column.ts';
import type { Raw } from '../../../database/engine.ts';
import type { Reference } from '../../../definitions/catalogue.ts';
import type { Definition } from '../../../definitions/define-collection.ts';
import { withLeaves } from '../../../definitions/nested/leaves.ts';
import { nestedName } from '../../../definitions/nested/nested-collection.ts';
import type { NewRow } from '../../../definitions/types/row-types.ts';
import { AppError } from '../../../errors.ts';
import { message, type Text } from '../../../messages/message.ts';
import { addressById } from '../../named-files.ts';
import { idsIn, type Row } from '../../row.ts';
import { reachableRows } from '../../rows/reachable-rows.ts';
import type { WriteReads } from '../../rows/write-context.ts';
import type { Preconditions } from '../preconditions.ts';
import type { deletion } from './deletion.collection.ts';

/** The most referring rows that one deletion may delete or change. */
const MOST_ROWS = 500;
const idShape: Shape = { id: { type: 'bigint' } };

/** What a deletion does to other rows. */
export interface Cascade {
  /** The rows to delete, by collection; those the caller asked for come first. */
  readonly deleted: ReadonlyMap<Definition, ReadonlyMap<bigint, Row>>;
  /** The rows that stay but lose a reference, by collection, with their new values. */
  readonly changed: ReadonlyMap<Definition, ReadonlyMap<bigint, readonly [before: Row, values: Raw]>>;
}

/**
 * Computes the effect of deleting a collection's rows on the rows that refer to them, directly or through others. Throws if one of
 * these forbids the deletion or the actor may not delete it, or if they are too many. Changes nothing.
 */
export async function cascadeOf(
  writes: WriteReads,
  definition: Definition,
  rows: readonly Row[],
  { isForced }: Pick<Preconditions, 'isForced'> = {},
): Promise<Cascade> {
  const { catalogue } = writes;
  const deleted = new Map([[definition, byId(rows)]]);
  const held: [Reference, Row[]][] = [];
  let count = 0;
  const frontier: [Definition, readonly Row[]][] = [[definition, rows]];
  for (let next = frontier.shift(); next; next = frontier.shift()) {
    const [target, leaving] = next;
    if (target.draftOf !== undefined) {
      const published = catalogue.get(target.draftOf);
      const rows = await publishedRows(writes, published, leaving);
      deleted.set(published, new Map([...(deleted.get(published) ?? []), ...byId(rows)]));
    }
    for (const reference of catalogue.referencesTo(target.name)) {
      if (isForced && target === definition && mayStay(reference)) continue;
      const holders = await holdersOf(writes, reference, leaving);
      count += holders.length;
      if (count > MOST_ROWS)
        throw await stillReferenced(writes, [[reference, holders]], ({ label }) =>
          message('moreRowsThan', { label, max: MOST_ROWS }),
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
 * The cascade of deleting a row, after one call of `confirm` for each row that it deletes. `confirm` runs hooks, which may
 * change rows, so the cascade is computed again until no row is left to confirm.
 */
export async function confirmedCascade(
  reads: WriteReads,
  definition: Definition,
  { row, ...how }: Pick<Preconditions, 'isForced'> & { readonly row: Row },
  confirm: (definition: Definition, row: Row) => Promise<void>,
): Promise<Cascade> {
  const confirmed = new Set<string>();
  let root = row;
  let cascade: Cascade | undefined;
  for (;;) {
    const before = confirmed.size;
    const deleted: Cascade['deleted'] = cascade?.deleted ?? new Map([[definition, byId([root])]]);
    for (const [collection, rows] of deleted) {
      for (const one of collection.hooks ? rows.values() : []) {
        const address = `${collection.name} ${one.id}`;
        if (!confirmed.has(address)) await confirm(collection, one);
        confirmed.add(address);
      }
    }
    const isSettled = confirmed.size === before;
    if (cascade && isSettled) return cascade;
    if (!isSettled) root = await again(reads, definition, root.id);
    cascade = await cascadeOf(reads, definition, [root], how);
  }
}

/** The entries that keep a deletion set together: one for each row that is in the trash because another was deleted. */
export function entriesOf(
  { deleted: gone }: Cascade,
  root: Definition,
  { id: rootId }: Row,
): NewRow<typeof deletion>[] {
  const entries = [...gone].flatMap(([{ name: collection, audit }, rows]) =>
    audit === 'full' ? [...rows.keys()].map((id) => ({ collection, record_id: id })) : [],
  );
  return entries
    .filter(({ collection, record_id: id }) => collection !== root.name || id !== rootId)
    .map((entry) => ({ ...entry, root_collection: root.name, root_id: rootId }));
}

/** Whether a reference may stay without its target. References of the server's own collections may not. */
function mayStay({ definition, onDelete }: Reference): boolean {
  return onDelete === 'refuse' && !definition.name.startsWith('quire_');
}

/** The published rows of these drafts, which are deleted with them. */
function publishedRows(
  reads: WriteReads,
  { name, columns }: Definition,
  drafts: readonly Row[],
): Promise<Row[]> {
  const ids = drafts.map(({ id }) => id);
  const rows = reads.query.selectFrom(name).select(Object.keys(columns)).where('id', 'in', ids);
  return reads.rows(reads.held(rows), columns);
}

/** The rows that refer to these; only their ids if the reference forbids the deletion. */
function holdersOf(reads: WriteReads, reference: Reference, targets: readonly Row[]): Promise<Row[]> {
  const { definition, field, path, link, onDelete, isMention } = reference;
  const ids = targets.map(({ id }) => id);
  const shape = onDelete === 'refuse' ? idShape : definition.columns;
  if (isMention) return mentionersOf(reads, reference, targets);
  const linked =
    path === undefined
      ? link && reads.query.selectFrom(link.name).select('holder_id').where('target_id', 'in', ids)
      : reads.query
          .selectFrom(nestedName(definition.name))
          .select('holder_id')
          .where('path', '=', path)
          .where('number', 'in', ids);
  const holders = reads.query
    .selectFrom(definition.name)
    .select(Object.keys(shape))
    .where(linked ? 'id' : field, 'in', linked ?? ids)
    .orderBy('id')
    .limit(MOST_ROWS + 1);
  return reads.rows(reads.held(holders), shape);
}

/** The rows whose text shows one of these files. */
function mentionersOf(
  reads: WriteReads,
  { definition, field }: Reference,
  files: readonly Row[],
): Promise<Row[]> {
  const { findText } = reads.engine;
  const holders = reads.query
    .selectFrom(definition.name)
    .select('id')
    .where((e) =>
      e.or(
        files
          .flatMap(({ id, path }) => [String(path), addressById(id)])
          .map((address) => e(e.fn<number>(findText, [field, e.val(address)]), '>', e.lit(0))),
      ),
    )
    .orderBy('id')
    .limit(MOST_ROWS + 1);
  return reads.rows(reads.held(holders), idShape);
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
    throw await stillReferenced(reads, [[reference, foreign]], (seen) => message('rowsNotDeletable', seen));
}

/** The referring rows that stay, without their references to deleted rows. Throws if a reference forbids the deletion. */
async function withoutReferences(
  reads: WriteReads,
  held: readonly [Reference, Row[]][],
  deleted: Cascade['deleted'],
): Promise<Cascade['changed']> {
  const changed = new Map<Definition, Map<bigint, readonly [Row, Raw]>>();
  const referring = held.flatMap(([reference, holders]): Referring[] => {
    const staying = holders.filter(({ id }) => !deleted.get(reference.definition)?.has(id));
    return staying.length > 0 ? [[reference, staying]] : [];
  });
  const refusing = referring.filter(([{ onDelete }]) => onDelete === 'refuse');
  if (refusing.length > 0)
    throw await stillReferenced(reads, refusing, (seen) => message('rowsReferring', seen));
  for (const [reference, staying] of referring) {
    const { definition, field, target } = reference;
    const ofCollection = changed.get(definition) ?? new Map<bigint, readonly [Row, Raw]>();
    changed.set(definition, ofCollection);
    const leaving = [...deleted].find(([{ name }]) => name === target)?.[1];
    for (const row of staying) {
      const changes = ofCollection.get(row.id)?.[1];
      const left = without(reference, { ...row, ...changes }, (id) => leaving?.has(id) === true);
      ofCollection.set(row.id, [row, { ...changes, [field]: left }]);
    }
  }
  return changed;
}

/** The value of a reference field without the deleted ids. */
function without(
  { definition, field, path, link }: Reference,
  row: Raw,
  isLeaving: (id: bigint) => boolean,
): unknown {
  const stays = (id: bigint) => !isLeaving(id);
  const kind = definition.fields[field];
  if (path === undefined || !kind) return link ? idsIn(row, field).filter(stays) : null;
  return withLeaves(field, kind, row[field], (leaf) => {
    if (leaf.path !== path) return leaf.value;
    if (Array.isArray(leaf.value)) return leaf.value.filter(stays);
    return isLeaving(leaf.value as bigint) ? null : leaf.value;
  });
}

function byId(rows: readonly Row[]): Map<bigint, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}

/** A reference, and the rows that refer by it. */
type Referring = readonly [Reference, readonly Row[]];

/** The rows that forbid a deletion, as far as the actor sees them: collection, field and number. */
interface SeenRows {
  readonly label: Text;
  readonly field: string;
  readonly count: number;
  /** The first of them. */
  readonly id: bigint;
}

/** Rows and fields that the actor may not see are neither named nor counted. */
async function stillReferenced(
  reads: WriteReads,
  referring: readonly Referring[],
  inWords: (seen: SeenRows) => Text,
): Promise<AppError> {
  const rights = await reads.context.rights?.();
  // A row and its draft are one row for people.
  const places = new Map<
    string,
    { readonly label: Text; readonly field: string; readonly ids: Set<bigint> }
  >();
  for (const [{ definition, field, path = field }, rows] of referring) {
    if (rights && !rights.shows(definition, field)) continue;
    const ids = rows.map(({ id }) => id);
    const known = await reads.idsAmong(definition, ids, rights?.known(definition));
    const { name, draftOf = name, label } = definition;
    const place = places.get(`${draftOf} ${path}`) ?? { label, field: path, ids: new Set() };
    places.set(`${draftOf} ${path}`, place);
    for (const id of ids) if (known.has(id)) place.ids.add(id);
  }
  const named = [...places.values()].flatMap(({ label, field, ids }) => {
    const [id] = ids;
    return id === undefined ? [] : inWords({ label, field, count: ids.size, id });
  });
  return new AppError(
    'stillReferenced',
    named.length > 0 ? { detail: message('names', { names: named }) } : {},
  );
}

/** The row as hooks have left it. */
async function again(reads: WriteReads, definition: Definition, id: bigint): Promise<Row> {
  const row = await reads.find(definition, id);
  if (!row) throw new AppError('recordNotFound');
  return row;
}

import { type RawBuilder, sql } from 'kysely';
import type { Connection, Raw, Statement } from '../../../database/index.ts';
import type { Definition, Destination, HandOrder } from '../../../definitions/for-server.ts';
import { badParameters } from '../../../errors.ts';
import { message } from '../../../messages/message.ts';
import type { Select } from '../../query/select.ts';
import { type AnyRecord, isSame } from '../../record.ts';
import { type Reads, reachableRecords, rightsOver, type WriteReads } from '../../store/index.ts';
import { rightsOverEach } from '../../store/shown.ts';
import { updateFrom } from '../removal/deleted.ts';
import { cleanGiven, keepClosed, requireTargets } from '../values/index.ts';
import { inListOf, listValue, MIDDLE, positionBetween, STEP } from './positions.ts';

/** A list that is ordered by hand, and the record of it that is moved. */
interface Moving {
  readonly writes: WriteReads;
  readonly definition: Definition;
  readonly order: HandOrder;
  readonly record: AnyRecord;
}

/** If neighbours leave no room, their list is renumbered, once. */
const TRIES = 2;

/** The value of the list that a destination names, by its field; empty if it names none. */
export async function namedList(definition: Definition, { within: value }: Destination): Promise<Raw> {
  const field = definition.order?.within;
  return value === undefined || field === undefined ? {} : cleanGiven(definition, { [field]: value });
}

/** The values that move a record into another list; undefined if it stays in its own. */
export async function enteredList(
  writes: WriteReads,
  definition: Definition,
  record: AnyRecord,
  { within: value }: Destination,
): Promise<Raw | undefined> {
  if (value === undefined) return undefined;
  const field = definition.order?.within;
  if (field === undefined) throw new Error(`all records of '${definition.name}' are one list`);
  const sent = { [field]: value };
  const values = await cleanGiven(definition, sent);
  const states = [record, { ...record, ...values }] as const;
  const rights = await rightsOver(writes, definition);
  await keepClosed(writes, definition, rights, { sent, values, before: record, states });
  if (isSame(values[field] ?? null, record[field] ?? null)) return undefined;
  // Before its records are looked at: what is said of them would tell a list that the actor may not see from one that is missing.
  await requireTargets(writes, definition, values, record);
  return values;
}

/**
 * The changed values of a record that goes to another place of its list, or of the `list` that it enters; undefined if it
 * is there already. The records between which it goes are locked, so that two moves to one place come one after the other.
 */
export async function movedValues(
  writes: WriteReads,
  connection: Connection,
  {
    definition,
    record: before,
    list,
  }: Pick<Moving, 'definition' | 'record'> & { readonly list?: Raw | undefined },
  to: Destination,
): Promise<Raw | undefined> {
  const { order } = definition;
  if (!order) throw new Error(`collection '${definition.name}' has no position`);
  const record: AnyRecord = { ...before, ...list };
  const moving = { writes, definition, order, record };
  for (let tried = 1; tried <= TRIES; tried += 1) {
    const [low, high] = await neighboursAt(moving, to);
    const current = list ? null : await currentOf(moving); // its place in another list means nothing here
    if ((low ?? high)?.id === record.id) return undefined;
    const [from, until] = [placeOf(order, low), placeOf(order, high)];
    const isNumbered = from !== null && until !== null;
    if (isNumbered && current !== null && isBetween(current, from, until)) return undefined;
    const position = isNumbered ? positionBetween(from, until) : undefined;
    if (position !== undefined) return { [order.field]: position };
    const value = order.within === undefined ? null : listValue(writes, definition, order.within, record);
    await connection.run(renumberStatement(writes, definition, order, value));
  }
  throw new Error(`collection '${definition.name}' has no room for another position`);
}

function isBetween(current: string, low: string | undefined, high: string | undefined): boolean {
  return (low === undefined || low < current) && (high === undefined || current < high);
}

/** Null if the record has no position yet; undefined if there is no record. */
function placeOf({ field }: HandOrder, record: AnyRecord | undefined): string | null | undefined {
  return record && ((record[field] as string | null | undefined) ?? null);
}

/** The position that the moved record has now: its list may just have been numbered. */
async function currentOf({ writes, definition, order, record }: Moving): Promise<string | null> {
  const now: AnyRecord | undefined = await writes.find(definition, record.id);
  return placeOf(order, now) ?? null;
}

/** The records between which the moved record is to stand. */
async function neighboursAt(
  moving: Moving,
  to: Destination,
): Promise<readonly [low: AnyRecord | undefined, high: AnyRecord | undefined]> {
  if (to.to === 'first') return [undefined, await endOf(moving, 'asc')];
  if (to.to === 'last') return [await endOf(moving, 'desc'), undefined];
  const isBefore = to.before !== undefined;
  const anchor = await anchorOf(moving, isBefore ? 'before' : 'after', to.before ?? to.after ?? 0n);
  if (anchor.id === moving.record.id) return [anchor, anchor];
  const beside = await besideOf(moving, anchor, isBefore ? 'desc' : 'asc');
  return isBefore ? [beside, anchor] : [anchor, beside];
}

/**
 * The record beside which the moved one goes. One that the actor may not read is reported as missing. Where they may not see to which
 * lists both belong, every answer about these would tell.
 */
async function anchorOf(
  { writes, definition, order, record }: Moving,
  name: 'before' | 'after',
  id: bigint,
): Promise<AnyRecord> {
  const found = await writes.find(definition, id);
  const [anchor] = found ? await reachableRecords(writes, definition, [found], ['read']) : [];
  if (!anchor) throw badParameters({ [name]: message('missingReference', { ids: [String(id)] }) });
  const { within } = order;
  if (within !== undefined && !(await seesField(writes, definition, within, [anchor, record])))
    throw badParameters({ [name]: message('listNotShown', { name: within }) });
  if (within !== undefined && !isSame(anchor[within] ?? null, record[within] ?? null))
    throw badParameters({ [name]: message('inAnotherList', { name: within }) });
  return anchor;
}

/** Whether the actor may see a field in all of these records. */
async function seesField(
  writes: WriteReads,
  definition: Definition,
  field: string,
  records: readonly AnyRecord[],
): Promise<boolean> {
  const rights = await rightsOver(writes, definition);
  if (!rights) return true;
  const rightsIn = await rightsOverEach(writes, definition, rights, records);
  return records.every((record) => rightsIn(record).shows(definition, field));
}

/** The first or the last record of the list, the moved one left out; one without a position stands before all others. */
async function endOf(moving: Moving, direction: 'asc' | 'desc'): Promise<AnyRecord | undefined> {
  const { field } = moving.order;
  const sorted = (select: Select) => select.where(field, 'is not', null).orderBy(field, direction);
  const bare = (select: Select) => select.where(field, 'is', null);
  if (direction === 'desc') return (await nextOf(moving, sorted)) ?? (await nextOf(moving, bare));
  return (await nextOf(moving, bare)) ?? (await nextOf(moving, sorted));
}

/** The next record beside another one, in the order of positions and then of ids, the moved one left out. */
async function besideOf(
  moving: Moving,
  anchor: AnyRecord,
  direction: 'asc' | 'desc',
): Promise<AnyRecord | undefined> {
  const { field } = moving.order;
  const place = anchor[field] as string | null;
  if (place === null) return undefined; // the list is numbered first
  const sign = direction === 'asc' ? '>' : '<';
  return nextOf(moving, (select) =>
    select
      .where((e) => e.or([e(field, sign, place), e.and([e(field, '=', place), e('id', sign, anchor.id)])]))
      .orderBy(field, direction)
      .orderBy('id', direction),
  );
}

/** How often a record is looked for whose place others change at the same time. */
const LOOKS = 10;

/** The first of these records in the list, the moved one left out. It stays where it is: it is locked, and was then found again. */
async function nextOf(
  { writes, definition, order, record }: Moving,
  narrow: (select: Select) => Select,
): Promise<AnyRecord | undefined> {
  const inList = inListOf(writes, definition, order, record);
  let found: AnyRecord | undefined;
  for (let look = 1; look <= LOOKS; look += 1) {
    const before = found;
    found = await writes.first(definition, (select) => narrow(inList(select).where('id', '!=', record.id)));
    if (found === undefined || writes.engine.isSerial) return found;
    if (found.id === before?.id && found[order.field] === before[order.field]) return found;
  }
  return found;
}

/**
 * Renumbers a whole list in its present order, records in the trash included: for records without a position, which come first, and
 * if neighbours leave no room. `value` is the stored value of the list's records in `within`.
 */
function renumberStatement(
  reads: Pick<Reads, 'query' | 'engine'>,
  { name }: Definition,
  { field, within }: HandOrder,
  value: unknown,
): Statement {
  const [place, id] = [sql.ref(field), sql.ref('id')];
  const order = sql`case when ${place} is null then 0 else 1 end, ${place}, ${id}`;
  const number = sql`${sql.lit(MIDDLE)} + ${sql.lit(STEP)} * row_number() over (order by ${order})`;
  const all = sql`select ${id}, cast(${number} as char(15)) as ${sql.ref('value')} from ${sql.table(name)}`;
  const list = within === undefined ? sql`` : sql` where ${equal(within, value)}`;
  return updateFrom(reads, name, field, sql`(${all}${list})`);
}

function equal(column: string, value: unknown): RawBuilder<unknown> {
  return value === null ? sql`${sql.ref(column)} is null` : sql`${sql.ref(column)} = ${value}`;
}

import { randomInt } from 'node:crypto';
import type { Shape } from '../../../contract/column.ts';
import { type Connection, type Raw, rowReader } from '../../database/index.ts';
import { canTellChanges, type Definition } from '../../definitions/for-server.ts';
import { toJson, toStoredTrace } from '../../shared/index.ts';
import { isSame } from '../record.ts';
import {
  type Committed,
  Reads,
  type RecordStore,
  sightColumns,
  TREE_PATH,
  treePathColumn,
} from '../store/index.ts';
import { change, changeHead } from './change.collection.ts';
import { sightOf } from './sight.ts';
import { type TreePaths, treePathsOf } from './tree-path.ts';

/** A place in the feed of changes: behind the change at this position. */
export interface FeedPosition {
  readonly position: bigint;
  /**
   * The mark of that change. If the database is restored, or a failover loses its last commits, another change comes to that
   * position, with another mark. Undefined where it is not known.
   */
  readonly mark?: bigint | undefined;
}

const MOST_MARK = 2 ** 47;

/** A random mark for the changes of a transaction. */
export function newMark(): bigint {
  return BigInt(randomInt(MOST_MARK));
}

/** Whether the feed holds changes of a collection's records. */
export function hasReaders(definition: Definition): boolean {
  const { access, feed } = definition;
  return (access !== undefined && canTellChanges(definition)) || feed !== undefined;
}

/** Adds the changes of a transaction to the feed, at the end of the same transaction. Returns their number. */
export async function noteChanges(
  store: RecordStore,
  connection: Connection,
  committed: readonly Committed[],
): Promise<number> {
  const { database, statements, kept } = store;
  const { engine } = database;
  const noted = committed.filter(isNoted);
  if (noted.length === 0) return 0;
  const batch = newMark();
  const time = Date.now();
  const paths = await keptPaths(store, connection, noted);
  const records = noted.map((one) => {
    const { definition, context, action, record } = one;
    const columns = keptColumns(definition, kept.of(definition));
    return {
      position: null,
      batch,
      collection: definition.name,
      record_id: record.id,
      action,
      decision: one.decision ?? null,
      user_id: context.actor.id,
      trace: context.trace ? toStoredTrace(context.trace) : null,
      time,
      changed: action === 'update' ? changedFields(one) : null,
      states: isEmpty(columns)
        ? null
        : statesOf(withPaths(one, paths), (state) => sightOf(engine, columns, state)),
    };
  });
  for (const statement of statements(change).inserts(records)) await connection.run(statement);
  return records.length;
}

/** In the server's own collections, an update counts only if it changes a field that their events name. */
function isNoted(one: Committed): boolean {
  const { definition, action } = one;
  if (!hasReaders(definition) || action === 'purge') return false;
  return action !== 'update' || definition.feed === undefined || changedFields(one).length > 0;
}

/** The columns that are kept of a collection's changed records. */
function keptColumns(definition: Definition, conditioned: ReadonlySet<string>): Shape {
  const { columns, feed } = definition;
  const byRules = sightColumns(definition);
  if (conditioned.size === 0 && feed === undefined) return byRules;
  const others = [...(feed?.kept ?? []), ...conditioned].flatMap((name) => {
    const column = name === TREE_PATH ? treePathColumn : columns[name];
    return column ? [[name, column] as const] : [];
  });
  return { ...byRules, ...Object.fromEntries(others) };
}

/** The paths of changed records of trees, for collections whose conditions look at them. */
async function keptPaths(store: RecordStore, connection: Connection, noted: readonly Committed[]) {
  const paths = new Map<Definition, TreePaths>();
  const placed = noted.filter(({ definition }) => store.kept.of(definition).has(TREE_PATH));
  for (const [definition, changed] of Map.groupBy(placed, (one) => one.definition)) {
    const { tree: field } = definition;
    if (field === undefined) continue;
    paths.set(definition, await treePathsOf(new Reads(store, connection), { definition, field }, changed));
  }
  return paths;
}

function withPaths(one: Committed, paths: ReadonlyMap<Definition, TreePaths>): Committed {
  const of = paths.get(one.definition);
  return of ? { ...one, before: one.before && of.before(one.before), record: of.after(one.record) } : one;
}

function isEmpty(columns: Shape): boolean {
  return Object.keys(columns).length === 0;
}

function changedFields({ definition, before, record }: Committed): string[] {
  const names = definition.feed?.fields ?? Object.keys(definition.fields);
  return names.filter((name) => !isSame(before?.[name] ?? null, record[name] ?? null));
}

function statesOf({ action, before, record }: Committed, sight: (record: Raw) => Raw): string {
  const was = before && action !== 'restore' ? sight(before) : undefined;
  const is = action === 'delete' ? undefined : sight(record);
  const isUnmoved = was && is && isSame(was, is);
  return toJson({ ...(was && !isUnmoved && { was }), ...(is && { is }) });
}

/** Removes the kept columns of records whose values must not remain. */
export async function forgetStates(
  store: RecordStore,
  connection: Connection,
  definition: Definition,
  ids: readonly bigint[],
): Promise<void> {
  if (definition.access === undefined) return; // of the server's own collections, only ids are kept
  const { query } = store.database;
  if (isEmpty(sightColumns(definition)) && !(await wasConditioned(store, connection, definition))) return;
  const ofCollection = query
    .updateTable(change.name)
    .set({ states: null })
    .where('collection', '=', definition.name);
  await connection.run(ofCollection.where('record_id', 'in', ids).compile());
}

/** Whether the feed ever kept columns of the collection's records for conditions. */
async function wasConditioned(
  { database: { query, engine } }: RecordStore,
  connection: Connection,
  { name }: Definition,
): Promise<boolean> {
  const read = rowReader<{ conditioned: unknown }>(engine, { conditioned: { type: 'json' } });
  const records = await connection.all(query.selectFrom(changeHead.name).select('conditioned').compile());
  return records
    .map(read)
    .some(({ conditioned }) => Array.isArray(conditioned) && conditioned.includes(name));
}

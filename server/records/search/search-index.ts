import { setTimeout as wait } from 'node:timers/promises';
import type { JobKind } from '../../background/job-kind.ts';
import { type Connection, searchTable } from '../../database/index.ts';
import type { Definition, RecordOf } from '../../definitions/for-server.ts';
import { formOf, indexRecords, searched } from '../fulltext/index.ts';
import type { RecordStore } from '../record-store.ts';
import { systemContext } from '../store/write-context.ts';
import type { Writes } from '../write/writes.ts';
import { countEarlierWrites } from './earlier-writes.ts';

const JOB = 'search index';
/** Records a transaction, and the pause after it, so that no request waits for long. */
const BATCH = 100;
const PAUSE_MS = 20;
/** A start indexes up to this many records itself, and leaves more to a job. */
const FEW = 500;

const CONTEXT = 'search index';

/** The job that builds an index. After a restart, any process continues after the last batch. */
export function searchIndexKind(store: RecordStore): JobKind {
  return {
    name: JOB,
    atOnce: 1,
    mostTries: 20,
    async run({ data }, signal) {
      const definition = store.catalogue.all.find(({ name }) => name === data);
      if (!definition) return;
      while (!(await buildBatch(store, definition, BATCH)).isDone)
        await wait(PAUSE_MS, undefined, { signal });
    },
  };
}

/**
 * Starts building the full text indexes of collections whose search is new or has changed, and empties those of collections that lost
 * theirs. If several processes start at once, one of them does it.
 */
export async function prepareSearch(store: RecordStore): Promise<void> {
  const { catalogue, database } = store;
  const states = await store.ownReads.where(searched, (select) => select);
  const isCurrent = (definition: Definition) => {
    const state = states.find(({ collection }) => collection === definition.name);
    return state?.form === formOf(definition) && state.complete && state.position === null;
  };
  const wanted = catalogue.all.filter(({ search }) => search.length > 0);
  const lost = states.filter(({ collection }) => !wanted.some(({ name }) => name === collection));
  if (lost.length === 0 && wanted.every(isCurrent)) return;
  await store.writeAlone(systemContext(CONTEXT), async (writes) => {
    for (const { id } of lost) await writes.erase(searched, [id]);
  });
  for (const { collection } of lost)
    if (catalogue.all.some(({ name }) => name === collection))
      await database.transaction((connection) => clear(store, connection, collection));
  for (const definition of wanted) {
    if (isCurrent(definition)) continue;
    await beginIndex(store, definition);
    const batch = await buildBatch(store, definition, FEW);
    if (!batch.isDone) await addJob(store, definition);
  }
}

/**
 * Starts building an index, or continues. `again` rebuilds a complete one, which stays usable meanwhile; `anew` empties it
 * first, and searches wait for the end.
 */
export async function beginIndex(
  store: RecordStore,
  definition: Definition,
  how: 'if needed' | 'again' | 'anew' = 'if needed',
): Promise<void> {
  const form = formOf(definition);
  await store.write(systemContext(CONTEXT), async (writes, connection) => {
    const state = await stateOf(writes, definition);
    const isCurrent = state?.form === form;
    if (isCurrent && how === 'if needed') {
      if (state.position === null && !state.complete)
        await writes.update(searched, state.id, { position: 0n });
      return;
    }
    const complete = isCurrent && state.complete && how === 'again';
    if (!complete) await clear(store, connection, definition.name);
    const values = { collection: definition.name, form, complete, position: 0n };
    if (state) await writes.update(searched, state.id, values);
    else await writes.create(searched, values);
  });
}

/** How each index is, a line a collection. */
export async function indexStates(store: RecordStore): Promise<string[]> {
  const { catalogue, database, ownReads, reads } = store;
  const states = await ownReads.where(searched, (select) => select);
  const lines: string[] = [];
  for (const definition of catalogue.all.filter(({ search }) => search.length > 0)) {
    const state = states.find(({ collection }) => collection === definition.name);
    const records = await reads.count(definition);
    const [counted] = await database.reads.all({
      sql: `select count(*) as total from "${searchTable(definition.name)}"`,
      parameters: [],
    });
    const entries = Number(counted?.total);
    const earlier = await countEarlierWrites(store, definition);
    lines.push(`${definition.name}: ${stateText(definition, state, { records, entries, earlier })}`);
  }
  return lines;
}

function stateText(
  definition: Definition,
  state: RecordOf<typeof searched> | undefined,
  { records, entries, earlier }: Readonly<Record<'records' | 'entries' | 'earlier', number>>,
): string {
  if (state?.form !== formOf(definition)) return 'not built; the next start begins it';
  if (!state.complete) return `being built, ${entries} of ${records} records`;
  if (entries !== records)
    return `STALE, ${entries} entries for ${records} records; build it again: quire search rebuild`;
  if (earlier > 0)
    return `STALE, servers of an earlier version wrote ${earlier} times; a running server takes that up within a minute, or build it again: quire search rebuild`;
  return state.position === null
    ? `complete, ${records} records`
    : `complete, ${records} records; being renewed`;
}

async function addJob(store: RecordStore, { name }: Definition): Promise<void> {
  await store.write(systemContext(CONTEXT), (writes) => writes.addJob({ kind: JOB, data: name }));
  store.jobs.wake();
}

/** How far the building of an index is. */
export interface Built {
  readonly isDone: boolean;
  readonly records: number;
}

/**
 * Indexes the next records. They stay locked until they are indexed, so a concurrent write waits and then makes its own entry. If
 * several processes build one index, they take turns.
 */
export function buildBatch(store: RecordStore, definition: Definition, size: number): Promise<Built> {
  const { engine } = store.database;
  return store.write(systemContext(CONTEXT), async (writes, connection) => {
    const state = await stateOf(writes, definition);
    if (!state || state.form !== formOf(definition) || state.position === null)
      return { isDone: true, records: 0 };
    const { position } = state;
    const records = await writes.where(definition, (select) =>
      select.where('id', '>', position).orderBy('id').limit(size),
    );
    await indexRecords(engine, connection, definition, records);
    const isDone = records.length < size;
    const last = records.at(-1)?.id ?? position;
    await writes.update(searched, state.id, isDone ? { position: null, complete: true } : { position: last });
    return { isDone, records: records.length };
  });
}

/** The state of a collection's index. In a transaction nobody else changes it before the end. */
function stateOf(writes: Writes, { name }: Definition): Promise<RecordOf<typeof searched> | undefined> {
  return writes.first(searched, (select) => select.where('collection', '=', name));
}

async function clear({ database }: RecordStore, connection: Connection, collection: string): Promise<void> {
  await connection.run({ sql: database.engine.search.clear(searchTable(collection)), parameters: [] });
}

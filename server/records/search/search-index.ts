import { setTimeout as wait } from 'node:timers/promises';
import type { JobKind } from '../../background/jobs.ts';
import type { Connection } from '../../database/engine.ts';
import { searchTable } from '../../database/search-sql.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import type { RowOf } from '../../definitions/types/row-types.ts';
import { indexRows } from '../fulltext/index-rows.ts';
import { formOf } from '../fulltext/index-state.ts';
import { searched } from '../fulltext/searched.collection.ts';
import type { Records } from '../records.ts';
import { systemContext } from '../rows/write-context.ts';
import type { Writes } from '../write/writes.ts';
import { countEarlierWrites } from './earlier-writes.ts';

const JOB = 'search index';
/** Rows a transaction, and the pause after it, so that no request waits for long. */
const BATCH = 100;
const PAUSE_MS = 20;
/** A start indexes up to this many rows itself, and leaves more to a job. */
const FEW = 500;

const CONTEXT = 'search index';

/** The job that builds an index. After a restart, any process continues after the last batch. */
export function searchIndexKind(records: Records): JobKind {
  return {
    name: JOB,
    atOnce: 1,
    mostTries: 20,
    async run({ data }, signal) {
      const definition = records.catalogue.all.find(({ name }) => name === data);
      if (!definition) return;
      while (!(await buildBatch(records, definition, BATCH)).isDone)
        await wait(PAUSE_MS, undefined, { signal });
    },
  };
}

/**
 * Starts building the full text indexes of collections whose search is new or has changed, and empties those of collections that lost
 * theirs. If several processes start at once, one of them does it.
 */
export async function prepareSearch(records: Records): Promise<void> {
  const { catalogue, database } = records;
  const states = await records.ownReads.where(searched, (select) => select);
  const isCurrent = (definition: Definition) => {
    const state = states.find(({ collection }) => collection === definition.name);
    return state?.form === formOf(definition) && state.complete && state.position === null;
  };
  const wanted = catalogue.all.filter(({ search }) => search.length > 0);
  const lost = states.filter(({ collection }) => !wanted.some(({ name }) => name === collection));
  if (lost.length === 0 && wanted.every(isCurrent)) return;
  await records.writeAlone(systemContext(CONTEXT), async (writes) => {
    for (const { id } of lost) await writes.erase(searched, [id]);
  });
  for (const { collection } of lost)
    if (catalogue.all.some(({ name }) => name === collection))
      await database.transaction((connection) => clear(records, connection, collection));
  for (const definition of wanted) {
    if (isCurrent(definition)) continue;
    await beginIndex(records, definition);
    const batch = await buildBatch(records, definition, FEW);
    if (!batch.isDone) await addJob(records, definition);
  }
}

/**
 * Starts building an index, or continues. `again` rebuilds a complete one, which stays usable meanwhile; `anew` empties it
 * first, and searches wait for the end.
 */
export async function beginIndex(
  records: Records,
  definition: Definition,
  how: 'if needed' | 'again' | 'anew' = 'if needed',
): Promise<void> {
  const form = formOf(definition);
  await records.write(systemContext(CONTEXT), async (writes, connection) => {
    const state = await stateOf(writes, definition);
    const isCurrent = state?.form === form;
    if (isCurrent && how === 'if needed') {
      if (state.position === null && !state.complete)
        await writes.update(searched, state.id, { position: 0n });
      return;
    }
    const complete = isCurrent && state.complete && how === 'again';
    if (!complete) await clear(records, connection, definition.name);
    const values = { collection: definition.name, form, complete, position: 0n };
    if (state) await writes.update(searched, state.id, values);
    else await writes.create(searched, values);
  });
}

/** How each index is, a line a collection. */
export async function indexStates(records: Records): Promise<string[]> {
  const { catalogue, database, ownReads, reads } = records;
  const states = await ownReads.where(searched, (select) => select);
  const lines: string[] = [];
  for (const definition of catalogue.all.filter(({ search }) => search.length > 0)) {
    const state = states.find(({ collection }) => collection === definition.name);
    const rows = await reads.count(definition);
    const [counted] = await database.reads.all({
      sql: `select count(*) as total from "${searchTable(definition.name)}"`,
      parameters: [],
    });
    const entries = Number(counted?.total);
    const earlier = await countEarlierWrites(records, definition);
    lines.push(`${definition.name}: ${stateText(definition, state, { rows, entries, earlier })}`);
  }
  return lines;
}

function stateText(
  definition: Definition,
  state: RowOf<typeof searched> | undefined,
  { rows, entries, earlier }: Readonly<Record<'rows' | 'entries' | 'earlier', number>>,
): string {
  if (state?.form !== formOf(definition)) return 'not built; the next start begins it';
  if (!state.complete) return `being built, ${entries} of ${rows} rows`;
  if (entries !== rows)
    return `STALE, ${entries} entries for ${rows} rows; build it again: quire search rebuild`;
  if (earlier > 0)
    return `STALE, servers of an earlier version wrote ${earlier} times; a running server takes that up within a minute, or build it again: quire search rebuild`;
  return state.position === null ? `complete, ${rows} rows` : `complete, ${rows} rows; being renewed`;
}

async function addJob(records: Records, { name }: Definition): Promise<void> {
  await records.write(systemContext(CONTEXT), (writes) => writes.addJob({ kind: JOB, data: name }));
  records.jobs.wake();
}

/** How far the building of an index is. */
export interface Built {
  readonly isDone: boolean;
  readonly rows: number;
}

/**
 * Indexes the next rows. They stay locked until they are indexed, so a concurrent write waits and then makes its own entry. If
 * several processes build one index, they take turns.
 */
export function buildBatch(records: Records, definition: Definition, size: number): Promise<Built> {
  const { engine } = records.database;
  return records.write(systemContext(CONTEXT), async (writes, connection) => {
    const state = await stateOf(writes, definition);
    if (!state || state.form !== formOf(definition) || state.position === null)
      return { isDone: true, rows: 0 };
    const { position } = state;
    const rows = await writes.where(definition, (select) =>
      select.where('id', '>', position).orderBy('id').limit(size),
    );
    await indexRows(engine, connection, definition, rows);
    const isDone = rows.length < size;
    const last = rows.at(-1)?.id ?? position;
    await writes.update(searched, state.id, isDone ? { position: null, complete: true } : { position: last });
    return { isDone, rows: rows.length };
  });
}

/** The state of a collection's index. In a transaction nobody else changes it before the end. */
function stateOf(writes: Writes, { name }: Definition): Promise<RowOf<typeof searched> | undefined> {
  return writes.first(searched, (select) => select.where('collection', '=', name));
}

async function clear({ database }: Records, connection: Connection, collection: string): Promise<void> {
  await connection.run({ sql: database.engine.search.clear(searchTable(collection)), parameters: [] });
}

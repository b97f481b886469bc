import type { DataMigration, RecordMigration } from '../definitions/project/define-migration.ts';
import type { Records as OwnCollections } from '../definitions/types/collections-api.ts';
import { CannotStart, isRefusal } from '../errors.ts';
import { render } from '../messages/message.ts';
import { placeIn, type Reads, RecordsScope, systemContext, type Writes } from '../records/index.ts';
import type { RecordStore } from '../records/record-store.ts';
import { rolledBack } from '../shared/rolled-back.ts';
import { quireCommand } from '../shared/system/how-to-call.ts';
import { dataMigration } from './data-migration.collection.ts';
import type { Project } from './project.ts';

/** The records of one transaction. */
const BATCH = 500;

/** How far a migration is after a transaction. */
export interface Progress {
  readonly isDone: boolean;
  readonly changed: bigint;
}

/** The migrations that have not run to their end, in the order in which they run. */
export async function pendingMigrations(reads: Reads, { migrations }: Project): Promise<DataMigration[]> {
  if (migrations.length === 0) return [];
  const done = await reads.where(dataMigration, (select) => select.where('state', '=', 'done'));
  const names = new Set(done.map(({ name }) => name));
  return migrations
    .map(({ defined }) => defined)
    .filter(({ name }) => !names.has(name))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Throws CannotStart if migrations are pending. */
export async function requireMigrated(reads: Reads, project: Project): Promise<void> {
  const pending = await pendingMigrations(reads, project);
  if (pending.length === 0) return;
  const names = pending.map(({ name }) => name).join(', ');
  throw new CannotStart(
    `Data migrations have not run: ${names}. Look at them with: ${quireCommand} migrate; run them with: ${quireCommand} migrate --apply`,
  );
}

/** Marks all migrations as done, in a database that has no records yet. */
export async function skipMigrations(writes: Writes, { migrations }: Project): Promise<void> {
  for (const { name } of migrations) await writes.create(dataMigration, { name, state: 'done' });
}

/** Runs a migration to its end, transaction by transaction. Of processes that try, one runs at a time. */
export async function runMigration(
  store: RecordStore,
  migration: DataMigration,
  report: (progress: Progress) => void,
): Promise<void> {
  for (let isDone = false; !isDone; ) {
    const progress = await store.writeAlone(systemContext('migrate'), (writes) => doPart(writes, migration));
    report(progress);
    isDone = progress.isDone;
  }
}

/** Runs migrations in one transaction that is undone, and answers how many records each would change. */
export function tryMigrations(
  store: RecordStore,
  migrations: readonly DataMigration[],
): Promise<ReadonlyMap<string, bigint>> {
  return rolledBack(
    (tried) => store.writeAlone(systemContext('migrate'), tried),
    async (writes: Writes) => {
      const outcome = new Map<string, bigint>();
      for (const migration of migrations) {
        let progress = await doPart(writes, migration);
        while (!progress.isDone) progress = await doPart(writes, migration);
        outcome.set(migration.name, progress.changed);
      }
      return outcome;
    },
  );
}

/** Does as much of a migration as one transaction holds, and notes how far it has come. */
async function doPart(writes: Writes, migration: DataMigration): Promise<Progress> {
  const { name } = migration;
  const found = await writes.first(dataMigration, (select) => select.where('name', '=', name));
  if (found?.state === 'done') return { isDone: true, changed: found.changed };
  const id = found?.id ?? (await writes.create(dataMigration, { name, state: 'begun' }));
  const { position = 1n, changed = 0n } = found ?? {};
  const part = await inMigration(name, () =>
    new RecordsScope(placeIn(writes)).run((scope) => workOf(scope, migration, position)),
  );
  const progress = { isDone: part.next === undefined, changed: changed + BigInt(part.changed) };
  await writes.update(dataMigration, id, {
    state: progress.isDone ? 'done' : 'begun',
    position: part.next ?? position,
    changed: progress.changed,
  });
  return progress;
}

interface Part {
  /** Where the next part begins; undefined at the end. */
  readonly next: bigint | undefined;
  readonly changed: number;
}

async function workOf({ records }: RecordsScope, migration: DataMigration, position: bigint): Promise<Part> {
  if (!('run' in migration)) return changeRecords(records, migration, position);
  await migration.run(records);
  return { next: undefined, changed: 0 };
}

async function changeRecords(
  records: OwnCollections,
  { collection, where, change }: RecordMigration<string>,
  position: bigint,
): Promise<Part> {
  const rest = { id: { gte: position } };
  const wanted = where ? { and: [where, rest] } : rest;
  const found = await records.where(collection, wanted, { sort: 'id', limit: BATCH });
  let changed = 0;
  for (const record of found) {
    const changes = await change(record, records);
    if (changes === undefined) continue;
    await inMigration(`record ${record.id}`, () => records.update(collection, record.id, changes));
    changed += 1;
  }
  const last = found.at(-1)?.id ?? position;
  return { next: found.length < BATCH ? undefined : last + 1n, changed };
}

/** Says which migration, and which record, an error of the project's own code or values is about. */
async function inMigration<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (isRefusal(cause)) throw new CannotStart(`${what}: ${render(cause.text, 'en')}`, { cause });
    if (cause instanceof CannotStart) throw new CannotStart(`${what}: ${cause.message}`, { cause });
    throw cause;
  }
}

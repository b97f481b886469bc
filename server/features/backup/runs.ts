import { basename } from 'node:path';
import { problemOf } from '../../background/retry.ts';
import type { RecordOf } from '../../definitions/types/record-types.ts';
import { type Reads, systemContext } from '../../records/index.ts';
import type { RecordStore } from '../../records/record-store.ts';
import { backupRun } from './backup-run.collection.ts';
import type { Manifest } from './manifest.ts';

export type Task = RecordOf<typeof backupRun>['task'];

/** The backup that a task was about. */
interface Subject {
  readonly path: string;
  readonly manifest: Manifest;
}

/** What became of a task. */
export interface Outcome {
  readonly task: Task;
  readonly time: number;
  readonly seconds: number;
  readonly subject?: Subject;
  readonly error?: unknown;
}

/** Does a task and returns what became of it, whatever that is. */
export async function timed(task: Task, work: () => Promise<Subject>): Promise<Outcome> {
  const time = Date.now();
  const seconds = () => Math.round((Date.now() - time) / 1000);
  try {
    const subject = await work();
    return { task, time, seconds: seconds(), subject };
  } catch (error) {
    return { task, time, seconds: seconds(), error };
  }
}

/** Keeps what became of a task, where administrators find it. */
export async function noteRun(
  store: RecordStore,
  { task, time, seconds, subject, error }: Outcome,
): Promise<void> {
  const manifest = subject?.manifest;
  const values = {
    task,
    time,
    seconds,
    backup: subject ? basename(subject.path) : '',
    records: manifest ? BigInt(recordsOf(manifest)) : null,
    files: manifest ? filesOf(manifest) : null,
    problem: error === undefined ? null : problemOf(error),
  };
  await store.write(systemContext(task), (writes) => writes.create(backupRun, values));
}

/** The number of all records of a backup. */
export function recordsOf({ database }: Manifest): number {
  return Object.values(database.records).reduce((sum, count) => sum + count, 0);
}

/** The number of uploads in a backup. */
export function filesOf({ files }: Manifest): number {
  return Object.keys(files).length - 1; // one holds the tables
}

/** The last run of a task, or the last that worked. */
export function lastRun(
  reads: Reads,
  task: Task,
  { hasWorked }: { readonly hasWorked: boolean },
): Promise<RecordOf<typeof backupRun> | undefined> {
  return reads.first(backupRun, (select) => {
    const all = select.where('task', '=', task).orderBy('time', 'desc').orderBy('id', 'desc');
    return hasWorked ? all.where('problem', 'is', null) : all;
  });
}

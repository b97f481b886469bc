import type { Connection } from '../../database/engine.ts';
import { noteChanges } from '../changes/note-changes.ts';
import type { RecordStore } from '../rows/record-store.ts';
import type { Caused } from '../rows/write-context.ts';
import { toJob } from './hooks/after-commit.ts';

/** What a transaction has led to, for those who are to look once it is committed. */
export interface Following {
  readonly hasJobs: boolean;
  readonly hasChanges: boolean;
}

/** Adds what follows from a transaction, at its end and in itself: jobs, and the changes that the feed tells. */
export async function addFollowing(
  store: RecordStore,
  connection: Connection,
  later: Caused['later'],
): Promise<Following> {
  const { engine } = store.database;
  const committed = later.filter((one) => 'definition' in one);
  const jobs = later.flatMap((one) => {
    if ('kind' in one) return one;
    return one.definition.hooks?.afterCommit ? toJob(engine, one) : [];
  });
  if (jobs.length > 0) await store.jobs.add(connection, jobs);
  const noted = await noteChanges(store, connection, committed);
  return { hasJobs: jobs.length > 0, hasChanges: noted > 0 };
}

import type { Connection } from '../../database/engine.ts';
import { noteChanges } from '../changes/note-changes.ts';
import type { RecordStore } from '../store/collection-store.ts';
import type { Caused } from '../store/write-context.ts';
import { toJobs } from './hooks/after-commit.ts';

/** What to wake once a transaction is committed. */
export interface Following {
  /** The kinds of the jobs. */
  readonly kinds: readonly string[];
  readonly hasChanges: boolean;
}

/** Adds the jobs and the feed's lines that follow from a transaction, at the end of the same transaction. */
export async function addFollowing(
  store: RecordStore,
  connection: Connection,
  later: Caused['later'],
): Promise<Following> {
  const { engine } = store.database;
  const committed = later.filter((one) => 'definition' in one);
  const jobs = later.flatMap((one) => ('kind' in one ? one : toJobs(engine, one)));
  if (jobs.length > 0) await store.jobs.add(connection, jobs);
  const noted = await noteChanges(store, connection, committed);
  const kinds = [...new Set(jobs.map(({ kind }) => kind))];
  return { kinds, hasChanges: noted > 0 };
}

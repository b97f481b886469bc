import { once } from 'node:events';
import { startThread } from '../../shared/system/children.ts';
import type { LongReads } from './long-reads.ts';

/**
 * Lets SQLite count what its indexes hold. Without that it takes any index over visible records for a short way to all of
 * them, and looks up a million records one by one to sort them. Long reads know of it at once, others after the next start.
 */
export async function gatherStatistics(file: string, longReads: LongReads): Promise<void> {
  const thread = startThread(new URL('./statistics-thread.ts', import.meta.url), { workerData: file });
  const [hasCounted] = await once(thread, 'message');
  if (hasCounted === true) longReads.renew();
}

import { once } from 'node:events';
import { startThread } from '../../shared/system/children.ts';
import type { LongReads } from './long-reads.ts';

/** Gives free pages back in a thread of its own, until few are left or the signal is aborted. */
export async function releaseSpace(file: string, signal: AbortSignal): Promise<void> {
  const thread = startThread(new URL('./release-space-thread.ts', import.meta.url), { workerData: file });
  const stop = () => thread.postMessage('stop');
  signal.addEventListener('abort', stop, { once: true });
  try {
    await once(thread, 'message');
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/**
 * Lets SQLite count what its indexes hold. Without that it takes any index over visible records for a short way to all of
 * them, and looks up a million records one by one to sort them. Long reads know of it at once, others after the next start.
 */
export async function gatherStatistics(file: string, longReads: LongReads): Promise<void> {
  const thread = startThread(new URL('./statistics-thread.ts', import.meta.url), { workerData: file });
  const [hasCounted] = await once(thread, 'message');
  if (hasCounted === true) longReads.renew();
}

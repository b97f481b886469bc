import { once } from 'node:events';
import { startThread } from '../../shared/system/children.ts';

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

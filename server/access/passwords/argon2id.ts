import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { startThread } from '../../shared/system/children.ts';

/** Input and cost of Argon2id (RFC 9106): memory in KiB, tag length in bytes. */
export interface Hashing {
  readonly message: Uint8Array;
  readonly nonce: Uint8Array;
  readonly tagLength: number;
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

const idle: Worker[] = [];

/** The Argon2id tag, computed in a thread of lower priority, so that requests come first even on few cores. */
export async function argon2id(hashing: Hashing): Promise<Uint8Array> {
  const worker = idle.pop() ?? startThread(new URL('./argon2id-worker.ts', import.meta.url));
  worker.ref();
  worker.postMessage(hashing);
  const [tag] = await once(worker, 'message'); // a worker that broke is not used again
  worker.unref();
  idle.push(worker);
  return tag;
}

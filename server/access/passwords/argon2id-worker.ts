import { argon2Sync } from 'node:crypto';
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { Hashing } from './argon2id.ts';

const NICER = 19;

// On Linux this concerns the calling thread alone (setpriority(2)); elsewhere it would slow the whole server down.
if (process.platform === 'linux') setPriority(0, NICER);
parentPort?.on('message', (hashing: Hashing) => parentPort?.postMessage(argon2Sync('argon2id', hashing)));

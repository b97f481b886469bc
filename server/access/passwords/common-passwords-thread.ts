import { parentPort } from 'node:worker_threads';
import { dictionary } from '@zxcvbn-ts/language-common';

// Runs in a thread: loading the list would hold the event loop for some 40 ms.

parentPort?.postMessage(`\n${dictionary['passwords-common'].join('\n')}\n`);

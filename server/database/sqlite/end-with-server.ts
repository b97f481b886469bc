import { flushCompileCache } from 'node:module';
import { Socket } from 'node:net';

// Runs in a thread of a process for long reads. The server holds the other end of the process's input and never writes to it.
new Socket({ fd: 0 }).resume().on('close', () => process.kill(process.pid, 'SIGKILL'));
flushCompileCache(); // nothing is kept when the process is killed

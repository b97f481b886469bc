// Open streams of changes, in a process of its own: each takes what comes. Writes a line once all of them are open.
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { requestBytes } from './request.ts';

/** Who listens, where, and how many streams. */
export interface ListenersPlan {
  readonly port: number;
  readonly token: string;
  readonly count: number;
}

const { port, token, count } = JSON.parse(await text(process.stdin)) as ListenersPlan;
const request = requestBytes('GET', '/v1/changes', token).replace(
  '\r\n',
  '\r\nAccept: text/event-stream\r\n',
);
await Promise.all(Array.from({ length: count }, open));
process.stdout.write(`${count} streams are open\n`);

async function open(): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.write(request);
  const [head] = await once(socket, 'data');
  if (!String(head).startsWith('HTTP/1.1 200')) throw new Error(`a stream was refused: ${head}`);
  socket.on('error', fail).on('close', fail).resume();
}

function fail(): never {
  console.error('the server closed a stream');
  process.exit(1);
}

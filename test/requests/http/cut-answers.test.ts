// No engine changes its result: these answers are made without a record.
import assert from 'node:assert/strict';
import { type AddressInfo, connect } from 'node:net';
import { describe, it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';
import { projectOf } from '../../support/project-of.ts';

const route = (name: string, end: string) => `
export const ${name} = defineRoute({
  method: 'GET', path: '/v1/${name}', label: '${name}', module: 'Parts', access: everyone, produces: 'text/csv',
  handle() {
    const parts = async function* () { yield 'first'; ${end} };
    return reply({ body: Readable.from(parts()) });
  },
});`;
const contentDir = projectOf({
  'routes/parts.ts': `
import { Readable } from 'node:stream';
import { reply } from 'quire-cms';
${route('whole', "yield 'last';")}
${route('cut', "throw new Error('the source is gone');")}`,
});
const app = await freshApp({ contentDir });
await app.server.app.listen({ host: '127.0.0.1', port: 0 });
const { port } = app.server.app.server.address() as AddressInfo;

/** What arrives until the connection ends, and whether it broke. */
function answerTo(head: string): Promise<{ text: string; isBroken: boolean }> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  let text = '';
  let isBroken = false;
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.on('error', () => {
    isBroken = true;
  });
  socket.write(`${head}\r\n\r\n`);
  return new Promise((resolve) => socket.once('close', () => resolve({ text, isBroken })));
}

describe('an answer whose length is not known before', () => {
  it('ends with the connection in HTTP/1.0, which breaks if it is not whole', async () => {
    const whole = await answerTo('GET /v1/whole HTTP/1.0');
    assert.deepEqual([whole.text.endsWith('\r\n\r\nfirstlast'), whole.isBroken], [true, false]);
    assert.equal((await answerTo('GET /v1/cut HTTP/1.0')).isBroken, true);
  });

  it('ends with an empty chunk in HTTP/1.1, which is missing if it is not whole', async () => {
    const head = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close`;
    assert.match((await answerTo(head('/v1/whole'))).text, /\r\n0\r\n\r\n$/);
    assert.doesNotMatch((await answerTo(head('/v1/cut'))).text, /\r\n0\r\n\r\n$/);
  });
});

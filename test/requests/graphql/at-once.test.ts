// No engine changes its result: it is about how many requests are handled, and counted.
import assert from 'node:assert/strict';
import { type AddressInfo, connect } from 'node:net';
import { describe, it } from 'node:test';
import { settingsFrom } from '../../../server/settings.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { ask } from '../../support/graphql/asking.ts';
import { until } from '../../support/until.ts';

const settings = { contentDir: 'test/content/graphql', graphql: true, language: 'en' } as const;
const { limits: LIMITS } = settingsFrom({ QUIRE_SECRET: 'abcdefgh'.repeat(4) });
const fields = (count: number) =>
  `{ ${Array.from({ length: count }, (_, index) => `a${index}: site { motto }`).join(' ')} }`;

describe('the requests of a document', () => {
  it('get their turn, although the document waits for them', async () => {
    const app = await freshApp({ ...settings, limits: { ...LIMITS, requestsAtOnce: 1 } });
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(app.nobody, fields(3))));
    const [begun, ...others] = answers.toSorted((one, other) => one.status - other.status);
    assert.ok(begun);
    assert.equal(begun.status, 200, begun.text);
    const answered = Object.values(begun.data).filter((one) => one !== null);
    assert.equal(answered.length + (begun.errors?.length ?? 0), 3, begun.text);
    assert.ok(begun.errors?.every(({ extensions }) => extensions?.status === 503) ?? true, begun.text);
    for (const { status, data } of others) assert.ok(status === 429 || data !== undefined, String(status));
    assert.deepEqual((await ask(app.nobody, fields(1))).data, { a0: { motto: 'To all' } });
  });

  it('count among those of their caller', async () => {
    const app = await freshApp({ ...settings, networkRequestsPerMinute: 12 });
    const address = '203.0.113.7';
    const send = async (query: string) => {
      const { status, text } = await app.request('POST', '/graphql', { body: { query }, address });
      return { status, ...JSON.parse(text) };
    };
    const { data, errors } = await send(fields(15));
    assert.equal(Object.values(data).filter((one) => one !== null).length, 11);
    assert.deepEqual(
      new Set(errors.map((one: { extensions: { status: number } }) => one.extensions.status)),
      new Set([429]),
    );
    const next = await send(fields(1));
    assert.deepEqual([next.status, next.errors[0].extensions.type], [429, 'urn:quire:error:tooManyRequests']);
    assert.deepEqual((await ask(app.nobody, fields(1))).data, { a0: { motto: 'To all' } });
  });
});

describe('an answer that nobody reads', () => {
  it('counts among those of its network, which gets no more beyond a bound', async () => {
    const app = await freshApp({ ...settings, contentDir: 'test/content/crowd' });
    await app.server.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.app.server.address() as AddressInfo;
    await app.root.make('/v1/article', { body: 'x'.repeat(900_000) });
    const names = Array.from({ length: 20 }, (_, index) => `a${index}: article(id: 1) { body }`);
    const body = JSON.stringify({ query: `{ ${names.join(' ')} }` });
    const head = `POST /graphql HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
    const readers = Array.from({ length: 6 }, () => {
      const socket = connect(port, '127.0.0.1').on('error', () => {});
      socket.pause();
      socket.write(`${head}\r\n\r\n${body}`);
      return socket;
    });
    const status = async () => (await fetch(`http://127.0.0.1:${port}/v1/article?fields=title`)).status;
    await until(async () => (await status()) === 503);
    for (const socket of readers) socket.destroy();
    await until(async () => (await status()) === 200);
  });
});

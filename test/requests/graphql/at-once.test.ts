// No engine changes its result: it is about how many requests are handled, and counted.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { settingsFrom } from '../../../server/settings.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { ask } from '../../support/graphql/asking.ts';

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

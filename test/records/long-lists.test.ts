import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshApp } from '../support/fresh-app.ts';
import { projectOf } from '../support/project-of.ts';

const MANY = 5000;

/** A rule, a hook and a route, each with thousands of values of each kind that is listed. */
const part = `import { bigint, boolean, dateTime, decimal } from 'quire-cms';
const MANY = ${MANY};
const codes = Array.from({ length: MANY }, (_, index) => \`c\${index}'"\\\\\\u{1F600}\`);
export const listed = {
  id: Array.from({ length: MANY }, (_, index) => BigInt(index)),
  code: [...codes, 'a\\0b', '\\ud800', 'x'.repeat(500)],
  size: Array.from({ length: MANY }, (_, index) => index - 3 + 0),
  serial: Array.from({ length: MANY }, (_, index) => 2n ** 63n - 1n - BigInt(index)),
  price: Array.from({ length: MANY }, (_, index) => (index / 100).toFixed(2)),
  made: Array.from({ length: MANY }, (_, index) => 1_700_000_000_000 + index),
  next: Array.from({ length: MANY }, (_, index) => BigInt(index)),
  open: Array.from({ length: MANY }, (_, index) => index % 2 === 0),
};
export default defineCollection({
  name: 'part', label: 'Part', path: '/v1/part', audit: 'full',
  fields: {
    code: text({ max: 40, required: true }), size: integer(), serial: bigint(),
    price: decimal({ precision: 8, scale: 2 }), made: dateTime(), open: boolean(), next: reference('part'),
    others: references('part'),
  },
  access: {
    read: recordsWhere(login, (user) => user.username === 'sees'
      ? { code: { in: codes } }
      : user.username === 'misses' ? { code: { nin: codes } } : { or: codes.map((code) => ({ code })) }),
    create: login, update: login, delete: login,
  },
});
`;
const route = `import { listed } from '../content/part.ts';
export default defineRoute({
  module: 'Parts', method: 'GET', path: '/v1/listed', label: 'Ask for many', access: login, rights: 'server',
  query: Type.Object({}), answer: Type.Object({ counts: Type.Array(Type.String()) }),
  async handle({ records }) {
    const counts = [];
    for (const [name, values] of Object.entries(listed))
      counts.push([name, await records.count('part', { [name]: { in: values } }), await records.count('part', { [name]: { nin: values } })].join(' '));
    const ids = listed.next;
    counts.push('others ' + await records.count('part', { others: { in: ids } }) + ' ' + await records.count('part', { others: { nin: ids } }));
    counts.push('behind ' + await records.count('part', { next: { code: { in: listed.code } } }) + ' 0');
    return { counts };
  },
});`;
const app = await freshApp({ contentDir: projectOf({ 'content/part.ts': part, 'routes/listed.ts': route }) });
const sees = await app.person([], 'sees');
const misses = await app.person([], 'misses');
const either = await app.person([], 'either');
const code = (index: number) => `c${index}'"\\\u{1F600}`;
const record = {
  size: 7,
  serial: '9223372036854775000',
  price: '12.34',
  made: 1_700_000_000_007,
  open: true,
};
const first = await sees.make('/v1/part', { ...record, code: code(4999) });
await sees.make('/v1/part', { ...record, code: code(1), next: first, others: [first] });
await misses.make('/v1/part', { code: 'other' });

describe('thousands of values', () => {
  it('are compared by own code, each of them exactly', async () => {
    const { counts } = await sees.read<{ counts: string[] }>('/v1/listed');
    assert.deepEqual(counts, [
      'id 3 0',
      'code 2 1',
      'size 2 1',
      'serial 2 1',
      'price 2 1',
      'made 2 1',
      'next 1 2',
      'open 2 1',
      'others 1 2',
      'behind 1 0',
    ]);
  });

  it('stand in rules, for lists, single records and writes', async () => {
    const codes = async (person: typeof sees) =>
      (await person.list<{ code: string }>('/v1/part?sort=id')).map((one) => one.code);
    assert.deepEqual(await codes(sees), [code(4999), code(1)]);
    assert.deepEqual(await codes(misses), ['other']);
    assert.deepEqual(await codes(either), [code(4999), code(1)]);
    assert.equal((await either.get(`/v1/part/${first}`)).status, 200);
    for (const path of [
      '?filter[next][code][starts]=c',
      '?expand=next,others&total=true',
      '/aggregate?group=size',
    ])
      assert.equal((await sees.get(`/v1/part${path}`)).status, 200);
    assert.equal((await sees.ask(`PATCH /v1/part/${first}`, { size: 8 })).status, 200);
    assert.equal((await misses.get(`/v1/part/${first}`)).status, 404);
  });

  it('of a request keep their bound', async () => {
    const values = Array.from({ length: 1001 }, (_, index) => index).join();
    for (const word of ['in', 'nin']) {
      const { status, text } = await sees.get(`/v1/part?filter[size][${word}]=${values}`);
      assert.equal(status, 400);
      assert.match(text, /tooManyValues/);
    }
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshApp } from '../support/fresh-app.ts';
import { projectOf } from '../support/project-of.ts';

const part = `import { date, decimal } from 'quire-cms';
const odd = (records, name, value) => Promise.all([
  records.find('part', { [name]: value }), records.count('part', { [name]: { in: [value, value] } }),
  records.exists('part', { not: { [name]: { ne: value } } }), records.where('part', { [name]: { in: [value], ...(name === 'place' ? {} : { gt: value, lt: value }) } }),
]);
export default defineCollection({
  name: 'part', label: 'Part', path: '/v1/part', audit: 'full',
  fields: {
    code: text({ max: 6, pattern: /[A-Z]{6}/, required: true, unique: true }),
    owner: text({ max: 8, default: '' }),
    size: integer({ min: 0, max: 9, default: 1 }),
    price: decimal({ precision: 6, scale: 2, default: '1.00' }),
    state: choice(['new', 'old'], { default: 'new' }),
    bought: date({ default: '2026-01-01' }),
    next: reference('part'),
    place: point(),
  },
  hooks: {
    async beforeCreate({ records, values }) {
      for (const [name, value] of values.code === 'HOOKED' ? ODD : []) await odd(records, name, value).catch(() => {});
    },
  },
  access: { read: recordsWhere(login, (user) => ({ owner: user.username })), create: login, update: login, delete: login },
});
export const ODD = [
  ['code', 'RIC'], ['code', 'x'.repeat(2000)], ['code', 'a\\0b'], ['code', '\\ud800'], ['code', ''], ['code', 7],
  ['size', 99], ['size', 3.7], ['size', -Infinity], ['size', NaN], ['size', 2n ** 70n], ['size', 'many'],
  ['price', '1.005'], ['price', 1e21], ['price', 1e-7], ['price', Infinity], ['price', ''],
  ['state', 'lost'], ['bought', '12026-01-01'], ['bought', '2027-02-30'], ['bought', 'soon'],
  ['code', ['HOOKED']], ['size', [1]], ['state', new Map([['eq', 'new']])], ['price', new Number(1)], ['next', [1]],
  ['next', 0n], ['next', -1n], ['next', 'constructor'], ['place', '91,0'], ['create_time', 1.5], ['id', '__proto__'],
] as never;
`;
const route = `import { ODD } from '../content/part.ts';
export default defineRoute({
  module: 'Parts', method: 'GET', path: '/v1/odd', label: 'Ask oddly', access: login, rights: 'server',
  query: Type.Object({}), answer: Type.Object({ told: Type.Array(Type.String()) }),
  async handle({ records }) {
    const told = [];
    for (const [name, value] of ODD as never) {
      const where = { [name]: value };
      let each = 0;
      for await (const _ of records.each('part', where)) each += 1;
      told.push([
        name, await records.find('part', where), await records.count('part', where), each,
        (await records.where('part', where)).length, await records.sum('part', 'price', where),
        (await records.group('part', 'state', { where })).length,
        (await records.page('part', { where })).records.length,
        await records.count('part', { [name]: { ne: value } }),
        await records.count('part', { [name]: { nin: [value] } }),
      ].map(String).join());
    }
    const count = (where) => records.count('part', where);
    told.push('size<3.7 ' + await count({ size: { lt: 3.7 } }), 'size<Infinity ' + await count({ size: { lt: Infinity } }),
      'size>-Infinity ' + await count({ size: { gt: -Infinity } }), 'price<=1e21 ' + await count({ price: { lte: 1e21 } }),
      'price>1e-7 ' + await count({ price: { gt: 1e-7 } }), 'in ' + await count({ size: { in: [1, 'x', null, 3.5] } }),
      'null ' + await count({ next: { null: 'x' } }), 'not null ' + await count({ not: { next: { null: 1 } } }));
    return { told };
  },
});`;
const app = await freshApp({ contentDir: projectOf({ 'content/part.ts': part, 'routes/odd.ts': route }) });

describe('own code that asks', () => {
  it('never fails for a value, and finds nothing where nothing can match', async () => {
    const ada = await app.person();
    await ada.make('/v1/part', { code: 'HOOKED', owner: ada.username }); // its hook asks, and it is kept
    const { told } = await ada.read<{ told: string[] }>('/v1/odd');
    const numbers = told.slice(-8);
    assert.deepEqual(numbers, [
      'size<3.7 1',
      'size<Infinity 1',
      'size>-Infinity 1',
      'price<=1e21 1',
      'price>1e-7 1',
      'in 1',
      'null 0',
      'not null 1',
    ]);
    for (const line of told.slice(0, -8)) {
      const [name, ...answers] = line.split(',');
      assert.deepEqual(answers, ['undefined', '0', '0', '0', '0.00', '0', '0', '1', '1'], name ?? '');
    }
    assert.equal((await ada.list('/v1/part')).length, 1);
  });
});

describe('a rule that compares what its field would not take', () => {
  it('finds nothing for that caller, and the records of others for them', async () => {
    const long = await app.person([], 'reader_with_a_long_name');
    assert.deepEqual(await long.list('/v1/part'), []);
    assert.equal((await long.get('/v1/part/1')).status, 404);
    const answer = await long.ask('POST /v1/part', { code: 'SECOND', owner: 'a' });
    assert.equal(answer.status, 201);
    assert.deepEqual(await long.list('/v1/part'), []);
  });
});

// No engine changes its result: parameters are read before a record is.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { freshApp } from '../support/fresh-app.ts';
import { temporaryFolder } from '../support/test-database.ts';

const folder = temporaryFolder();
for (const name of ['content', 'routes']) mkdirSync(join(folder, name));
writeFileSync(
  join(folder, 'content', 'note.ts'),
  `import { defineCollection, text } from 'quire-cms';
export default defineCollection({ name: 'note', label: 'Note', audit: 'none', fields: { title: text({ max: 9 }) } });
`,
);
writeFileSync(
  join(folder, 'routes', 'echo.ts'),
  `import { defineRoute, everyone, Type } from 'quire-cms';
export default defineRoute({
  method: 'GET', path: '/v1/echo', label: 'Echo', module: 'Tests', access: everyone,
  query: Type.Object({
    words: Type.Optional(Type.Array(Type.String(), { maxItems: 2 })),
    numbers: Type.Optional(Type.Array(Type.Integer())),
    size: Type.Optional(Type.Integer({ format: 'int64' })),
  }),
  answer: Type.Object({ said: Type.String() }),
  async handle({ query }) { return { said: JSON.stringify(query) }; },
});
`,
);
const app = await freshApp({ contentDir: join(folder, 'content') });

for (const [query, said] of [
  ['words=a', { words: ['a'] }],
  ['words=a&words=b', { words: ['a', 'b'] }],
  ['words=', { words: [''] }],
  ['numbers=7', { numbers: [7] }],
  ['numbers=7&numbers=8&words=x', { numbers: [7, 8], words: ['x'] }],
  ['', {}],
] as const)
  test(`'${query}' is read as ${JSON.stringify(said)}`, async () => {
    const { status, body, text } = await app.nobody.get<{ said: string }>(`/v1/echo?${query}`);
    assert.equal(status, 200, text);
    assert.deepEqual(JSON.parse(body.said), said);
  });

for (const [query, field, problem] of [
  ['numbers=x', 'numbers.0', /integer/],
  ['words=a&words=b&words=c', 'words', /2/],
  ['size=9007199254740993', 'size', /9007199254740991/],
] as const)
  test(`'${query}' is refused, and says why`, async () => {
    const headers = { 'accept-language': 'en' };
    const { status, body } = await app.nobody.get(`/v1/echo?${query}`, { headers });
    assert.deepEqual([status, Object.keys(body.fields ?? {})], [400, [field]]);
    assert.match(JSON.stringify(body.fields), problem);
  });

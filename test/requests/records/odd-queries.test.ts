import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';
import { projectOf } from '../../support/project-of.ts';
import { engineName } from '../../support/test-database.ts';

const NOTE = `export default defineCollection({ name: 'note', label: 'Note', path: '/v1/note', audit: 'full',
  fields: { title: text({ max: 20 }) },
  access: { read: everyone, create: login, update: login, delete: login } });`;

async function appWith(sql: string, fields: string) {
  const query = `import { bigint, boolean, dateTime, decimal, json } from 'quire-cms';
  export default defineQuery({ name: 'odd', label: 'Odd', path: '/v1/odd', sql: ${JSON.stringify(sql)},
    fields: { ${fields} }, access: { read: everyone } });`;
  const app = await freshApp({
    contentDir: projectOf({ 'content/note.ts': NOTE, 'content/odd.ts': query }),
  });
  for (const title of ['A', 'B', 'C']) await app.root.make('/v1/note', { title });
  return app;
}

test('columns of a query are found whatever the case of their letters', async () => {
  const app = await appWith('SELECT Id, TITLE FROM note', 'title: text({ max: 20 })');
  const items = await app.nobody.list('/v1/odd?sort=id');
  assert.deepEqual(items, [
    { id: 1, title: 'A' },
    { id: 2, title: 'B' },
    { id: 3, title: 'C' },
  ]);
  const { text } = await app.nobody.get('/v1/odd/export?format=csv&sort=id');
  assert.equal(text, 'id,title\r\n1,A\r\n2,B\r\n3,C\r\n');
});

test('an export ends where the values of a query do not fit the kind of its field', {
  skip: engineName !== 'sqlite', // the others have one kind for each column
}, async () => {
  const app = await appWith("select id, '' as size from note", 'size: integer()');
  const { statusCode } = await app.server.app.inject({ url: '/v1/odd/export?format=jsonl&sort=size' });
  assert.equal(statusCode, 503);
});

test('a value of a query that does not fit the kind of its field is named in the log, and never read as another one', {
  skip: engineName !== 'sqlite', // the others have one kind for each column
}, async () => {
  const wrong = [
    ["''", 'integer()'],
    ["'x'", 'integer()'],
    ["''", 'bigint()'],
    ["'x'", 'bigint()'],
    ['1.5', 'bigint()'],
    ["'x'", 'decimal({ precision: 9, scale: 2 })'],
    ["'x'", 'boolean()'],
    ["''", 'dateTime()'],
    ["'{'", 'json()'],
  ] as const;
  const odd = wrong.map(([value], index) => `case title when 'B' then ${value} end as f${index}`);
  const app = await appWith(
    `select id, title, ${odd.join(', ')} from note`,
    `title: text({ max: 20 }), ${wrong.map(([, field], index) => `f${index}: ${field}`).join(', ')}`,
  );
  const asked = async (path: string) => {
    const { statusCode, body } = await app.server.app.inject({ url: `/api/v1/odd${path}` });
    return [statusCode, JSON.parse(body).title];
  };
  const unfit = [503, 'A stored value does not fit its field'];
  for (const [index, [value, field]] of wrong.entries()) {
    assert.deepEqual(await asked(`?fields=f${index}`), unfit, `${field} ${value}`);
    assert.deepEqual(await asked(`?fields=f${index}&filter[title][ne]=B`), [200, undefined], field);
  }
  assert.deepEqual(await asked('/2'), unfit);
  assert.deepEqual(await asked('/1'), [200, 'A']);
});

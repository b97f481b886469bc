import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { integer, longText, text } from '../../server/definitions/index.ts';
import { freshApp } from '../support/fresh-app.ts';
import { engineName, newDatabase, temporaryFolder } from '../support/test-database.ts';
import { start } from './books.ts';

/** As many as a table may have, and more filled ones than a record. */
const TEXTS = engineName === 'mysql' ? 240 : 500;
const contentDir = temporaryFolder();
writeFileSync(
  join(contentDir, 'form.ts'),
  `import { defineCollection, login, text } from 'quire-cms';
const names = Array.from({ length: ${TEXTS} }, (_, index) => 'text_' + index);
export default defineCollection({
  name: 'form', label: 'Form', path: '/v1/form', audit: 'full',
  fields: Object.fromEntries(names.map((name) => [name, text({ max: 60 })])),
  access: { read: login, create: login, update: login, delete: login },
});
`,
);

/** PostgreSQL compresses values before it moves them elsewhere, and InnoDB moves none of up to 40 bytes. */
const incompressible = (seed: number) =>
  createHash('sha256').update(`${seed}`).digest('base64url').slice(0, 38);

test('a record that outgrows its page is refused, with its bound and its largest field', async () => {
  const app = await freshApp({ contentDir });
  const filled = Object.fromEntries(
    Array.from({ length: TEXTS }, (_, at) => [`text_${at}`, incompressible(at)]),
  );
  const wide = { ...filled, text_7: `${incompressible(7)}!!` };
  const id = await app.root.make('/v1/form', { text_0: 'small' });
  const answers = [
    await app.root.post('/v1/form', wide),
    await app.root.ask(`PATCH /v1/form/${id}`, wide),
    await app.root.post('/v1/form/bulk', {
      items: [
        { action: 'create', values: { text_0: 'fits' } },
        { action: 'create', values: wide },
      ],
    }),
  ];
  if (engineName === 'sqlite')
    assert.deepEqual(
      answers.slice(0, 2).map(({ status }) => status),
      [201, 200],
    );
  else
    for (const { status, text } of answers) {
      assert.equal(status, 400, text);
      assert.match(text, engineName === 'mysql' ? /text_7.*8126/ : /text_7.*8160/);
    }
  assert.equal((await app.root.get(`/v1/form/${id}`)).status, 200);
});

test('more columns than a table can have stop the start, which names the collection and the bound', async () => {
  const fields = Object.fromEntries(Array.from({ length: 2001 }, (_, at) => [`number_${at}`, integer()]));
  await assert.rejects(
    start(await newDatabase(), fields),
    /'book' has 2009 columns; a table of \S+ has at most \d+/,
  );
});

test('columns that a table cannot hold together stop the start, which says how they count', async () => {
  const many = (count: number, field: () => ReturnType<typeof text>) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`text_${at}`, field()]));
  for (const [fields, needed] of [
    [many(90, () => text({ max: 200 })), 65_535],
    [many(270, () => text({ max: 9 })), 65_535],
    [many(400, longText as () => ReturnType<typeof text>), 8126],
  ] as const) {
    const started = start(await newDatabase(), fields);
    if (engineName === 'mysql')
      await assert.rejects(
        started,
        new RegExp(`'book' needs \\d+ bytes for a record; \\S+ has at most ${needed}`),
      );
    else await started;
  }
  await start(
    await newDatabase(),
    many(75, () => text({ max: 200 })),
  );
});

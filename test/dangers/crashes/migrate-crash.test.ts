// Takes long: a migration of 1,200 records is killed at its steps, and each time goes on in a new process.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { catalogueWith } from '../../../server/built-in-collections.ts';
import { SchemaConflict } from '../../../server/database/schema/at-start.ts';
import { findDefinitions } from '../../../server/definitions/find-definitions.ts';
import { openFilled } from '../../database/open-temporary.ts';
import { isWhole, partInTurn } from '../../support/in-turn.ts';
import { databaseNamed, folder, quire } from '../../support/server-process.ts';
import { engineName, type TestDatabase } from '../../support/test-database.ts';

const RECORDS = 1200;
/** Each run kills one step out of this many; other runs kill the others. */
const EVERY = isWhole ? 1 : 3;
const FIRST = EVERY === 1 ? 1 : 1 + partInTurn('steps of a migration that are killed', EVERY);

const before = content('before', {
  tag: `name: 'tag', label: 'Tag', audit: 'none', fields: { word: text({ max: 9 }) }`,
  post: `name: 'post', label: 'Post', audit: 'full', fields: {
    title: text({ max: 40, required: true, unique: true }),
    body: text({ max: 40 }),
    price: text({ max: 12, indexed: true }),
    stock: bigint(),
    state: text({ max: 9 }),
    note: longText(),
    tags: references('tag'),
  }`,
});
const after = content('after', {
  tag: `name: 'tag', label: 'Tag', audit: 'none', fields: { word: text({ max: 9 }) }`,
  post: `name: 'article', renamedFrom: 'post', label: 'Post', audit: 'full', fields: {
    headline: text({ max: 40, required: true, unique: true, renamedFrom: 'title' }),
    price: decimal({ precision: 9, scale: 2, indexed: true }),
    stock: integer({ indexed: true }),
    state: text({ max: 9, default: 'draft' }),
    labels: references('tag', { renamedFrom: 'tags' }),
    note: richText(),
    rating: integer({ default: 3 }),
  }`,
});

function content(name: string, definitions: Record<string, string>): string {
  const path = join(folder, name);
  mkdirSync(path);
  const imports = `import { bigint, decimal, defineCollection, integer, longText, references, richText, text } from 'quire-cms';`;
  for (const [file, source] of Object.entries(definitions))
    writeFileSync(join(path, `${file}.ts`), `${imports}\nexport default defineCollection({ ${source} });\n`);
  return path;
}

async function start({ address }: TestDatabase, path: string, fill: Parameters<typeof openFilled>[2]) {
  const catalogue = catalogueWith(await findDefinitions(path));
  await (await openFilled(address, catalogue, fill)).close();
}

/** A database of the earlier definitions, with records, links and history. */
async function filled(name: string): Promise<TestDatabase> {
  const kept = await databaseNamed(name);
  await start(kept, before, async ({ query }, connection) => {
    const insert = (table: string, records: object[]) =>
      connection.run(
        query
          .insertInto(table)
          .values(records as never)
          .compile(),
      );
    for (let first = 1; first <= RECORDS; first += 100) {
      const numbers = Array.from({ length: 100 }, (_, index) => first + index);
      const records = numbers.map((number) => ({
        title: `Title ${number}`,
        body: `Body ${number}`,
        price: `${number}.50`,
        stock: number,
        note: `<b>${number}</b><script>alert(1)</script>`,
        state: number % 3 === 0 ? null : 'live',
        tags: `[${number % 7}]`,
        is_deleted: number % 10 === 0,
      }));
      await insert('post', records);
      await insert(
        'post__tags',
        numbers.map((number) => ({ holder_id: number, target_id: number % 7 })),
      );
      const revision = { collection: 'post', action: 'create', user_id: 1, time: 1, request_id: 'r' };
      const told = (number: number) =>
        `{"title":[null,"Title ${number}"],"tags":[null,[${number % 7}]],"note":[null,"<script>"]}`;
      await insert(
        'quire_revision',
        numbers.map((number) => ({ ...revision, record_id: number, changes: told(number) })),
      );
    }
  });
  return kept;
}

/** Everything that a migration changes, whatever day it is. */
async function everything({ look, behind }: TestDatabase): Promise<unknown> {
  const { presentColumns, presentIndexes } = await behind();
  const sorted = async (sql: string) => (await look(sql)).map((record) => JSON.stringify(record)).sort();
  const all = [
    await sorted(presentColumns),
    await sorted(presentIndexes),
    await look('select * from quire_schema order by place'),
    await look('select * from article order by id'),
    await look('select holder_id, target_id from article__labels order by holder_id, target_id'),
    await look('select collection, record_id, changes from quire_revision order by id'),
  ];
  return JSON.parse(JSON.stringify(all).replace(/dropped\.\d{8}/g, 'dropped'));
}

/** Runs the migration; kills it `delay` milliseconds after it has told its step of this number. */
async function runAndKill(name: string, line = Number.POSITIVE_INFINITY, delay = 0) {
  const { child, ended, said } = await quire(['migrate', '--apply'], name, { CONTENT_DIR: after });
  const told = () => said().split('\n').length - 1;
  child.stdout.on('data', async () => {
    if (told() < line) return;
    if (delay > 0) await wait(delay);
    child.kill('SIGKILL');
  });
  return { code: await ended, said: said(), steps: told() - 1 };
}

const whole = await filled('whole');
const killed = await filled('killed');

test('a migration that is killed at its steps loses nothing, and goes on when it is run again', {
  timeout: 900_000,
}, async () => {
  const { code, said, steps } = await runAndKill('whole');
  assert.equal(code, 0, said);
  assert.ok(steps >= 10, said);

  let kills = 0;
  for (; kills < 100; kills += 1) {
    // On SQLite a run that is killed leaves nothing; on servers each goes on where the last one was killed.
    const next = engineName === 'sqlite' ? FIRST + kills * EVERY : EVERY;
    const line = kills === 0 ? FIRST : next;
    const run = await runAndKill('killed', line, [0, 5, 10, 20, 50][kills % 5]);
    if (run.code === 0) break;
    assert.equal(run.code, null, run.said);
    if (EVERY === 1 && kills % 3 > 0) continue;
    await start(killed, after, async () => {}).catch((error: unknown) => {
      assert.ok(error instanceof SchemaConflict, String(error));
      assert.match(error.message, /quire -- migrate/);
    });
  }
  assert.ok(kills >= (EVERY === 1 ? 5 : 2), 'it was killed often');
  assert.equal((await runAndKill('killed')).code, 0);
  assert.deepEqual(await everything(killed), await everything(whole));
  const states = await killed.look('select distinct state from quire_migration');
  assert.deepEqual(
    new Set(states.map(({ state }) => state)).difference(new Set(['done', 'interrupted'])),
    new Set(),
  );
});

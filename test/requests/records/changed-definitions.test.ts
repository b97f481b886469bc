import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openMigration } from '../../../server/cli/migrate/open-migration.ts';
import { migrate } from '../../../server/database/schema/migrate.ts';
import { keyOf } from '../../../server/definitions/collation/sort-keys.ts';
import { CannotStart } from '../../../server/errors.ts';
import { settingsFrom } from '../../../server/settings.ts';
import type { AnyRecord } from '../../support/bodies.ts';
import { type FreshApp, freshApp } from '../../support/fresh-app.ts';
import { projectOf } from '../../support/project-of.ts';
import { type RandomChange, randomChanges } from '../../support/random-definitions.ts';
import { newDatabase, type TestDatabase } from '../../support/test-database.ts';

const count = Number(process.env.RANDOM_DEFINITIONS ?? 5);
const seed = Number(process.env.RANDOM_SEED ?? 7);
const access = 'access: { read: login, create: login, update: login, delete: login }';
const tag = (name: string) =>
  `export default defineCollection({ name: '${name}', label: 'X', path: '/v1/${name}', audit: 'none', fields: { title: text({ max: 9 }) }, ${access} });`;

function projectWith(fields: Readonly<Record<string, string>>, hasDrafts: boolean): string {
  const sources = Object.entries(fields).map(([name, source]) => `${name}: ${source}`);
  return projectOf({
    'content/tag.ts': tag('tag'),
    'content/other.ts': tag('other'),
    'content/thing.ts': `import { json } from 'quire-cms';
      export default defineCollection({ name: 'thing', label: 'X', path: '/v1/thing', audit: 'full', ${hasDrafts ? 'drafts: true,' : ''}
      fields: { ${sources.join(', ')} }, ${access} });`,
  });
}

/** Opens a server on the database; undefined where it refuses to start. */
async function started(address: object, contentDir: string): Promise<FreshApp | undefined> {
  try {
    return await freshApp({ ...address, contentDir });
  } catch (error) {
    assert.ok(error instanceof CannotStart, String(error));
    return undefined;
  }
}

/** Whether the command can make the tables match. */
async function migrated(address: object, contentDir: string): Promise<boolean> {
  const settings = {
    ...settingsFrom({ QUIRE_SECRET: '0123456789abcdef0123456789abcdef' }),
    ...address,
    contentDir,
  };
  const { context, close } = await openMigration(settings);
  try {
    await migrate(context, () => undefined);
    return true;
  } catch (error) {
    assert.ok(error instanceof CannotStart, String(error));
    return false;
  } finally {
    await close();
  }
}

/** Every record, those of the trash after they are restored, can be saved as it was read, and is found by its values. */
async function requireSound({ root }: FreshApp, { hasDrafts }: RandomChange): Promise<void> {
  for (const { id } of await root.list<AnyRecord>('/v1/thing/trash'))
    await root.done(`POST /v1/thing/trash/${id}/restore`);
  for (const query of hasDrafts ? ['', '?version=draft'] : ['']) {
    for (const record of await root.list<AnyRecord>(`/v1/thing${query}`)) {
      const { kept, changed } = record;
      const { status, text } = await root.patch(`/v1/thing/${record.id}`, { kept, changed });
      assert.equal(status, 200, `${JSON.stringify(record)} cannot be saved: ${text}`);
    }
  }
}

/** Every text that lists are sorted by for readers has its sort key, in the trash too. */
async function requireKeys({ server }: FreshApp, { look }: Pick<TestDatabase, 'look'>): Promise<void> {
  for (const { name, sortKeys } of server.store.catalogue.all)
    for (const [column, key] of sortKeys)
      for (const record of await look(`select "${key.of}" as "text", "${column}" as "key" from "${name}"`))
        assert.equal(record.key, keyOf(key, record.text), `${name}.${column}`);
}

async function tryChange(change: RandomChange): Promise<void> {
  const database = await newDatabase();
  const { address, closeFirst } = database;
  const [before, after] = [change.before, change.after].map((fields) =>
    projectWith(fields, change.hasDrafts),
  );
  const first = await started(address, before as string);
  assert.ok(first, 'a new database starts');
  closeFirst(first.end);
  for (const title of ['a', 'b']) await first.root.make('/v1/tag', { title });
  for (const [place, values] of change.rows.entries()) {
    const { status, body } = await first.root.post<AnyRecord>('/v1/thing', values);
    if (status !== 201) continue;
    if (change.hasDrafts && place % 2 === 0) await first.root.done(`POST /v1/thing/${body.id}/publish`);
    if (place === 3) await first.root.done(`DELETE /v1/thing/${body.id}`);
  }
  await first.end();
  const next =
    (await started(address, after as string)) ??
    ((await migrated(address, after as string)) ? await started(address, after as string) : undefined);
  const app = next ?? (await started(address, before as string));
  assert.ok(app, 'the former definitions start again');
  closeFirst(app.end);
  await requireKeys(app, database);
  await requireSound(app, change);
  await app.end();
}

describe(`what starts after ${count} changes of definitions (seed ${seed})`, () => {
  for (const change of randomChanges(count, seed))
    it(`serves records that can be saved as they are read: ${change.before.changed} → ${change.after.changed}`, () =>
      tryChange(change));
});

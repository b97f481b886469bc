import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { openMigration } from '../../../server/cli/migrate/open-migration.ts';
import { correctFrom, writeRecords } from '../../../server/cli/migrate/records-file.ts';
import { type MigrationContext, migrate } from '../../../server/database/schema/migrate.ts';
import { settingsFrom } from '../../../server/settings.ts';
import type { AnyRecord, Revision } from '../../support/bodies.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { projectOf } from '../../support/project-of.ts';
import { newDatabase, type TestDatabase, temporaryFolder } from '../../support/test-database.ts';

const access =
  'access: { read: login, create: login, update: login, delete: login, trash: login, restore: login, history: login }';

const projectWith = (fields: string, options = '') =>
  projectOf({
    'content/thing.ts': `import { json } from 'quire-cms';
      export default defineCollection({ name: 'thing', label: 'X', path: '/v1/thing', audit: 'full', ${options} fields: { ${fields} }, ${access} });`,
  });

async function start({ address, closeFirst }: TestDatabase, contentDir: string) {
  const app = await freshApp({ ...address, contentDir });
  closeFirst(app.end);
  return app;
}

async function inMigration<T>(
  { address }: TestDatabase,
  contentDir: string,
  work: (context: MigrationContext) => Promise<T>,
): Promise<T> {
  const secret = { QUIRE_SECRET: '0123456789abcdef0123456789abcdef' };
  const { context, close } = await openMigration({ ...settingsFrom(secret), ...address, contentDir });
  return work(context).finally(close);
}

describe('records in the way of a stricter definition', () => {
  it('are listed in a file, all of them, and get the values that somebody writes into it', async () => {
    const kept = await newDatabase();
    const before = projectWith("state: choice(['a', 'b']), tags: list(text({ max: 5 }))", 'drafts: true,');
    const after = projectWith("state: choice(['a', 'd']), tags: list(text({ max: 2 }))", 'drafts: true,');
    const first = await start(kept, before);
    const ids: number[] = [];
    for (const state of ['b', 'b', 'b', 'b', 'a']) {
      const id = await first.root.make('/v1/thing', { state, tags: ['abc'] });
      await first.root.done(`POST /v1/thing/${id}/publish`);
      ids.push(id);
    }
    await first.root.done(`DELETE /v1/thing/${ids[3]}`);
    await first.end();
    await assert.rejects(
      start(kept, after),
      /4 records hold values that do not fit, such as .*\n.*migrate --list/,
    );

    const path = join(temporaryFolder(), 'rows.jsonl');
    const lines = await inMigration(kept, after, async (context) => {
      assert.deepEqual(await writeRecords(context, path), { records: 18, past: 10 });
      return readFileSync(path, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
    });
    const named = (collection: string, field: string) =>
      lines.flatMap((line) =>
        line.collection === collection && line.field === field && !line.entry ? line.id : [],
      );
    assert.deepEqual(named('thing', 'state'), ids.slice(0, 4));
    assert.deepEqual(named('thing_drafts', 'state'), ids.slice(0, 4));
    assert.deepEqual(named('thing', 'tags'), ids);

    const write = (becomes: (line: AnyRecord) => unknown) =>
      writeFileSync(
        path,
        lines
          .map((line) => JSON.stringify(line.entry ? line : { ...line, becomes: becomes(line) }))
          .join('\n'),
      );
    write(({ field }) => (field === 'state' ? 'e' : ['ab']));
    await assert.rejects(
      inMigration(kept, after, (context) => correctFrom(context, path)),
      /thing\.state of record 1 cannot become "e": must be one of a, d/,
    );
    write(({ field }) => (field === 'state' ? 'd' : ['ab']));
    await inMigration(kept, after, async (context) => {
      assert.equal(await correctFrom(context, path), 18);
      await migrate(context, () => undefined);
    });
    const next = await start(kept, after);
    assert.deepEqual(
      (await next.root.list<AnyRecord>('/v1/thing?sort=id')).map(({ state, tags }) => [state, tags]),
      [...['d', 'd', 'd', 'a'].map((state) => [state, ['ab']])],
    );
    await next.root.done(`POST /v1/thing/trash/${ids[3]}/restore`);
    const items = await next.root.list<Revision>(`/v1/thing/${ids[0]}/history`);
    assert.match(JSON.stringify(items), /"state":\{"before":"b","after":"d"\}/);
  });
});

describe('values from before a rule', () => {
  it('stay where the definition says why, and can be saved as they were read by those who read them', async () => {
    const kept = await newDatabase();
    const first = await start(
      kept,
      projectWith("code: text({ max: 9 }), state: choice(['a', 'b']), note: text({ max: 9 })"),
    );
    const id = await first.root.make('/v1/thing', { code: 'ABCDE', state: 'b', note: 'x' });
    const other = await first.root.make('/v1/thing', { code: 'AB', state: 'a', note: 'x' });
    await first.end();
    const why = "legacy: 'Codes of 2025 were longer'";
    const app = await start(
      kept,
      projectWith(`code: text({ max: 3, ${why} }), state: choice(['a'], { ${why} }), note: text({ max: 9 })`),
    );
    const record = await app.root.read<AnyRecord>(`/v1/thing/${id}`);
    assert.deepEqual([record.code, record.state], ['ABCDE', 'b']);
    const { code, state, note } = record;
    const asRead = { code, state, note };
    assert.deepEqual(
      [
        await app.root.outcome(`PATCH /v1/thing/${id}`, asRead),
        await app.root.outcome(`PUT /v1/thing/${id}`, asRead),
        await app.root.outcome(`PATCH /v1/thing/${id}`, { note: 'y' }),
        await app.root.outcome(`PATCH /v1/thing/${id}`, { code: 'VWXYZ' }),
        await app.root.outcome(`PATCH /v1/thing/${other}`, asRead),
        await app.root.outcome('POST /v1/thing', asRead),
      ].map(([status]) => status),
      [200, 200, 200, 400, 400, 400],
    );
    assert.deepEqual(await app.root.list<AnyRecord>('/v1/thing?filter[state][eq]=a'), [
      await app.root.read<AnyRecord>(`/v1/thing/${other}`),
    ]);
    const contract = (await app.root.get('/openapi.json')).text;
    assert.match(contract, /Codes of 2025 were longer/);
    const { items } = await app.root.read<{ items: { name: string; fields: AnyRecord[] }[] }>(
      '/cms/definition',
    );
    const fields = items.find(({ name }) => name === 'thing')?.fields ?? [];
    assert.deepEqual(
      fields.flatMap(({ name, legacy }) => (legacy ? [[name, legacy]] : [])),
      [
        ['code', 'Codes of 2025 were longer'],
        ['state', 'Codes of 2025 were longer'],
      ],
    );
    await app.root.done(`PATCH /v1/thing/${id}`, { code: 'ABC', state: 'a' });
    assert.equal((await app.root.outcome(`PATCH /v1/thing/${id}`, asRead))[0], 400);
  });
});

describe('a word with another name', () => {
  it('is renamed in records, in the trash and in the history, which can be restored', async () => {
    const kept = await newDatabase();
    const first = await start(kept, projectWith("state: choice(['draft', 'live'], { default: 'draft' })"));
    const [id, gone] = [
      await first.root.make('/v1/thing', { state: 'live' }),
      await first.root.make('/v1/thing', { state: 'live' }),
    ];
    await first.root.done(`PATCH /v1/thing/${id}`, { state: 'draft' });
    await first.root.done(`DELETE /v1/thing/${gone}`);
    await first.end();
    const after = projectWith(
      "state: choice(['draft', 'public'], { default: 'draft', renamedWords: { live: 'public' } })",
    );
    await assert.rejects(start(kept, after), /'live' becomes 'public'/);
    await inMigration(kept, after, (context) => migrate(context, () => undefined));
    const app = await start(kept, after);
    await app.root.done(`POST /v1/thing/trash/${gone}/restore`);
    assert.equal((await app.root.read<AnyRecord>(`/v1/thing/${gone}`)).state, 'public');
    const items = await app.root.list<Revision>(`/v1/thing/${id}/history`);
    assert.doesNotMatch(JSON.stringify(items), /live/);
    await app.root.done(`POST /v1/thing/${id}/history/${items.at(-1)?.id}/restore`);
    assert.equal((await app.root.read<AnyRecord>(`/v1/thing/${id}`)).state, 'public');
  });

  it('leaves other words in the history as they were', async () => {
    const kept = await newDatabase();
    const first = await start(kept, projectWith("state: choice(['draft', 'live', 'old'])"));
    const id = await first.root.make('/v1/thing', { state: 'old' });
    await first.root.done(`PATCH /v1/thing/${id}`, { state: 'live' });
    await first.end();
    const after = projectWith("state: choice(['draft', 'public'], { renamedWords: { live: 'public' } })");
    await inMigration(kept, after, (context) => migrate(context, () => undefined));
    const app = await start(kept, after);
    const items = await app.root.list<Revision>(`/v1/thing/${id}/history`);
    assert.deepEqual(items[0]?.changes.state, { before: 'old', after: 'public' });
  });

  it('leaves what an earlier rule refused shown as removed', async () => {
    const kept = await newDatabase();
    const first = await start(kept, projectWith('state: text({ max: 9 })'));
    const id = await first.root.make('/v1/thing', { state: 'live' });
    await first.root.done(`PATCH /v1/thing/${id}`, { state: 'odd' });
    await first.root.done(`PATCH /v1/thing/${id}`, { state: 'draft' });
    await first.end();
    for (const choice of ["['draft', 'live']", "['draft', 'public'], { renamedWords: { live: 'public' } }"])
      await inMigration(kept, projectWith(`state: choice(${choice})`), (context) =>
        migrate(context, () => undefined),
      );
    const renamed = projectWith("state: choice(['draft', 'public'])");
    const app = await start(kept, renamed);
    const items = await app.root.list<Revision>(`/v1/thing/${id}/history`);
    assert.deepEqual(
      items.map(({ changes }) => changes.state),
      [
        { before: null, after: 'draft', removed: ['before'] },
        { before: 'public', after: null, removed: ['after'] },
        { before: null, after: 'public' },
      ],
    );
  });

  it('is found inside lists by its new name alone', async () => {
    const kept = await newDatabase();
    const projectOfParts = (state: string) => projectWith(`parts: list(group({ state: choice(${state}) }))`);
    const first = await start(kept, projectOfParts("['draft', 'live']"));
    const id = await first.root.make('/v1/thing', { parts: [{ state: 'draft' }, { state: 'live' }] });
    await first.root.make('/v1/thing', { parts: [{ state: 'draft' }] });
    await first.end();
    const after = projectOfParts("['draft', 'public'], { renamedWords: { live: 'public' } }");
    await inMigration(kept, after, (context) => migrate(context, () => undefined));
    const app = await start(kept, after);
    const found = await app.root.list<AnyRecord>('/v1/thing?filter[parts][state][eq]=public');
    assert.deepEqual(
      found.map((record) => record.id),
      [id],
    );
  });
});

// Takes long: on database servers, each place to restore to is a database of its own.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { scratchPrefix } from '../../../server/database/dumps.ts';
import { tryRestore } from '../../../server/features/backup/drill.ts';
import { backUp, emptyPlace, restore } from '../../support/backups.ts';
import type { Changes, Delivery, LogLine } from '../../support/bodies.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { uploadSecret } from '../../support/records/private-files.ts';
import { image, uploadImage } from '../../support/records/uploads.ts';
import { engineName, temporaryFolder } from '../../support/test-database.ts';
import { until } from '../../support/until.ts';

const contentDir = 'test/content/cabinet';

describe('a restored server', async () => {
  const app = await freshApp({ language: 'en', contentDir });
  const { catalogue } = app.server.store;
  const mei = await app.person();
  const [open, secret] = [await uploadImage(app, mei.access), await uploadSecret(mei)];
  const gone = await app.person();
  await app.root.done(`DELETE /cms/admin/user/${gone.id}`);
  const hook = await app.root.make('/cms/webhook', { name: 'hook', url: 'https://hooks.example/a' });
  const behind = (await app.root.read<Changes>('/v1/changes?count=1')).next;
  await plantLinks();
  const paths = [
    ...catalogue.served.flatMap(({ path }) => [`${path}?count=100`, `${path}/trash`, `${path}/1/history`]),
    '/cms/admin/users',
    `/assets/${open.path}`,
    `/cms/file/${secret.id}/content`,
  ];
  const answers = (reader: typeof app.root) =>
    Promise.all(
      paths.map(async (path) => {
        const { status, bytes } = await reader.get(path);
        return [path, status, status < 300 ? bytes.toString('base64') : ''];
      }),
    );
  const before = await answers(app.root);
  const place = await emptyPlace(app.settings);
  const toldOf = (told: Changes['items'][number]) => [told.event, told.record, told.row, told.time];
  const kept = (await app.root.read<Changes>('/v1/changes?count=500')).items.map(toldOf);
  const { path, manifest } = await backUp(app.settings);
  const later = await app.person();
  const { next: ahead } = await app.root.read<Changes>('/v1/changes?count=500');
  await app.end();
  const { ended } = await restore(path, place.settings);
  const restored = await freshApp({
    ...place.at,
    language: 'en',
    contentDir,
    secrets: app.settings.secrets,
  });
  after(async () => {
    await restored.end(); // a server's database that is in use cannot be dropped
    await place.remove();
  });

  /** One of each kind of link, which no other test of this file makes. */
  async function plantLinks(): Promise<void> {
    const time = Date.now() + 3_600_000;
    const records: readonly (readonly [table: string, values: Record<string, unknown>])[] = [
      [
        'quire_mail_token',
        {
          subject: `reset ${mei.id}`,
          purpose: 'reset',
          user_id: mei.id,
          address: 'a@b.example',
          token_hash: 'x'.repeat(43),
          expire_time: time,
          create_time: 1,
          create_user_id: 0,
        },
      ],
      [
        'quire_preview_link',
        { collection: 'dossier', record_id: 1, expire_time: time, create_time: 1, create_user_id: mei.id },
      ],
    ];
    for (const [table, values] of records) {
      const names = Object.keys(values);
      const slots = names.map(() => '?').join(', ');
      await app.behind(
        `insert into ${table} (${names.join(', ')}) values (${slots})`,
        ...Object.values(values),
      );
    }
  }

  it('answers as it did when the backup was made, with the bytes of public and private files', async () => {
    assert.deepEqual(await answers(restored.root), before);
  });

  it('takes no token of before, whenever it was given', async () => {
    for (const tokens of [app.root, mei, later]) {
      assert.deepEqual(await restored.as(tokens.access).outcome('GET /cms/user/information'), [422, 10040]);
      assert.deepEqual(await restored.as(tokens.refresh).outcome('GET /cms/user/refresh'), [401, 10100]);
    }
    assert.equal((await restored.logIn(mei.username)).status, 200);
    assert.equal((await restored.logIn(later.username)).status, 401, 'an account of after the backup');
  });

  it('honours no link of before', async () => {
    assert.equal(ended.links, 2);
    for (const table of ['quire_mail_token', 'quire_preview_link', 'quire_trusted_device'])
      assert.deepEqual(await place.look(`select id from ${table}`), [], table);
  });

  it('has begun a new epoch of its feed: readers of before learn it, whether they were ahead or behind', async () => {
    for (const cursor of [behind, ahead])
      assert.deepEqual(await restored.root.outcome(`GET /v1/changes?after=${cursor}`), [410, 10028]);
    const { items, next } = await restored.root.read<Changes>('/v1/changes?count=500');
    assert.deepEqual(items.map(toldOf), kept);
    const [head] = await place.look('select erased_mark from quire_change_head');
    assert.notEqual(head?.erased_mark, manifest.epoch);
    await restored.root.make('/v1/dossier', { title: 'New' });
    const told = await restored.root.read<Changes>(`/v1/changes?after=${next}`);
    assert.deepEqual(
      told.items.map(({ event }) => event),
      ['created'],
    );
  });

  it('goes on with its webhooks, whose place in the feed went back with it', async () => {
    await restored.root.make('/v1/dossier', { title: 'Told' });
    const path = `/cms/webhook/${hook}/delivery`;
    await until(async () => (await restored.root.list<Delivery>(path)).length > 0);
    assert.equal((await restored.root.read<{ state: string }>(`/cms/webhook/${hook}`)).state, 'active');
  });

  it('gives no id again', async () => {
    assert.equal((await restored.person([], 'next')).id, later.id);
    assert.notEqual(later.id, gone.id);
  });

  it('says in its log that it was restored', async () => {
    const lines = await restored.root.list<LogLine>('/cms/log?count=50');
    const found = lines.filter(({ message }) => message.includes('restored'));
    assert.deepEqual(
      found.map(({ message, user_id, path: at }) => [message, user_id, at]),
      [
        [
          `Database restored from the backup of ${new Date(manifest.time).toISOString()}`,
          found[0]?.user_id,
          'restore',
        ],
      ],
    );
  });
});

describe('a backup', async () => {
  const app = await freshApp({ language: 'en' });
  const folder = temporaryFolder();
  const { catalogue } = app.server.store;
  const drill = (path: string) => tryRestore(path, app.settings, { encryption: undefined, catalogue });

  it('is of one moment while others write: each record has its revision and its line in the log', async () => {
    let isOver = false;
    const writing = (async () => {
      for (let count = 0; !isOver && count < 2000; count += 1)
        await app.makeBook({ title: `Book ${count}`, author: 'A' });
    })();
    const { path, manifest } = await backUp(app.settings);
    isOver = true;
    await writing;
    const { book = -1, quire_revision: revisions = -1 } = manifest.database.records;
    assert.ok(revisions >= book);
    const place = await emptyPlace(app.settings);
    try {
      await restore(path, place.settings);
      const count = async (sql: string) => Number((await place.look(sql))[0]?.count);
      const books = await count('select count(*) as count from book');
      assert.equal(books, book);
      assert.equal(
        await count(`select count(*) as count from quire_revision where collection = 'book'`),
        books,
      );
      assert.equal(await count(`select count(*) as count from quire_log where path = '/v1/book'`), books);
    } finally {
      await place.remove();
    }
  });

  it('is readable by its owner alone', async () => {
    await uploadImage(app, app.root.access);
    const { path, manifest } = await backUp(app.settings, folder);
    const entries = readdirSync(path, { recursive: true, withFileTypes: true });
    assert.equal(entries.filter((entry) => entry.isFile()).length, Object.keys(manifest.files).length + 1);
    for (const entry of entries) {
      const mode = statSync(join(entry.parentPath, entry.name)).mode & 0o777;
      assert.equal(mode, entry.isDirectory() ? 0o700 : 0o600, entry.name);
    }
    assert.equal(statSync(path).mode & 0o777, 0o700);
  });

  it('shares uploads with the one before, as long as those are sound', async () => {
    const one = await backUp(app.settings, folder);
    const other = await backUp(app.settings, folder);
    const [key = ''] = Object.keys(one.manifest.files).filter((name) => name.startsWith('files/'));
    const inode = (path: string) => statSync(join(path, key)).ino;
    assert.equal(inode(one.path), inode(other.path));
    assert.deepEqual(other.manifest.files[key], one.manifest.files[key]);
  });

  it('goes through a drill that leaves nothing behind', async () => {
    const prefix = scratchPrefix(app.settings.databaseUrl);
    const databases = () =>
      app.database.look(
        engineName === 'mysql'
          ? 'select schema_name as name from information_schema.schemata where schema_name like ?'
          : 'select datname as name from pg_database where datname like ?',
        `${prefix}%`,
      );
    const { path } = await backUp(app.settings, folder);
    const before = await app.database.look('select count(*) as count from quire_user');
    await drill(path);
    assert.deepEqual(await app.database.look('select count(*) as count from quire_user'), before);
    if (engineName !== 'sqlite') assert.deepEqual(await databases(), []);
  });

  it('whose record of a file has no bytes does not stand the drill', async () => {
    const other = await freshApp();
    const file = await uploadImage(other, other.root.access);
    await other.behind('update quire_file set path = ? where id = ?', 'aa/elsewhere.png', file.id);
    const { path } = await backUp(other.settings);
    await assert.rejects(
      tryRestore(path, other.settings, { encryption: undefined, catalogue }),
      /files\/aa\/elsewhere\.png\) has a record, and no bytes/,
    );
  });

  it('is not made of an empty database', async () => {
    const place = await emptyPlace(app.settings);
    await assert.rejects(backUp(place.settings), /has no tables to back up/);
    await place.remove();
  });

  it('of an upload holds its bytes as they were sent', async () => {
    const bytes = await image();
    const file = await uploadImage(app, app.root.access);
    const { path } = await backUp(app.settings, folder);
    const stored = readFileSync(join(path, 'files', file.path));
    assert.equal(stored.length > 0 && bytes.length > 0, true);
    assert.deepEqual(stored, readFileSync(join(app.settings.uploadDir, 'files', file.path)));
  });
});

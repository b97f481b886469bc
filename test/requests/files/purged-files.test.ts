import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { file as fileRecord } from '../../../server/records/file.collection.ts';
import { formerPath } from '../../../server/records/former-path.collection.ts';
import { systemContext } from '../../../server/records/store/write-context.ts';
import { makeS3Storage } from '../../../server/storage/s3-storage.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { freshBucket } from '../../support/outside/s3-bucket.ts';
import { heldOfOld, image, multipart, type Uploaded, uploadImage } from '../../support/records/uploads.ts';
import { until } from '../../support/until.ts';

const app = await freshApp({ language: 'en', contentDir: 'test/content/crate' });
const { root } = app;
const mei = await app.person();
const bytesOf = ({ path }: Uploaded) => existsSync(join(app.folder, 'uploads', 'files', path));
const isThere = async ({ id }: Uploaded) => (await root.get(`/cms/file/${id}`)).status === 200;
const idle = () => app.server.store.jobs.idle();
const picture = () => uploadImage(app, mei.access);

async function destroy(id: number, record = 'crate'): Promise<void> {
  await root.done(`DELETE /v1/${record}/${id}`);
  await root.done(`DELETE /v1/${record}/trash/${id}`);
  app.server.store.jobs.wake();
  await idle();
}

describe('a destroyed record takes its files along', () => {
  it('once it is gone from the trash, not before', async () => {
    const [cover, page, lid, plan] = [await picture(), await picture(), await picture(), await picture()];
    const values = {
      cover: cover.id,
      pages: [page.id],
      lid: { picture: lid.id },
      parts: [{ plan: plan.id }],
    };
    const id = await mei.make('/v1/crate', values);
    const all = [cover, page, lid, plan];
    assert.equal((await app.nobody.get(`/assets/${cover.path}?width=32`)).status, 200);
    await root.done(`DELETE /v1/crate/${id}`);
    await idle();
    for (const one of all) assert.ok(await isThere(one));
    await root.done(`DELETE /v1/crate/trash/${id}`);
    app.server.store.jobs.wake();
    for (const one of all) await until(async () => !(await isThere(one)));
    await until(() => all.every((one) => !bytesOf(one)));
    assert.equal((await app.nobody.get(`/assets/${cover.path}`)).status, 404);
    const { text } = await root.get('/cms/log?count=20');
    assert.match(text, new RegExp(`File ${cover.id} destroyed, as nothing uses it any more`));
  });

  it('also where its collection has no trash', async () => {
    const print = await picture();
    const id = await mei.make('/v1/label', { print: print.id });
    await mei.done(`DELETE /v1/label/${id}`);
    app.server.store.jobs.wake();
    await until(async () => !(await isThere(print)));
  });

  it('of its draft and of what readers saw', async () => {
    const [seen, drafted] = [await picture(), await picture()];
    const id = await mei.make('/v1/sheet', { print: seen.id });
    await root.done(`POST /v1/sheet/${id}/publish`);
    await mei.done(`PATCH /v1/sheet/${id}`, { print: drafted.id });
    await destroy(id, 'sheet');
    for (const one of [seen, drafted]) await until(async () => !(await isThere(one)));
  });

  it('but not if it was deleted and taken back, or the destruction was refused', async () => {
    const cover = await picture();
    const id = await mei.make('/v1/crate', { cover: cover.id });
    await mei.done(`DELETE /v1/crate/${id}`);
    assert.equal((await mei.delete(`/v1/crate/trash/${id}`)).status, 401);
    await mei.done(`POST /v1/crate/trash/${id}/restore`);
    await idle();
    assert.ok(await isThere(cover));
  });
});

/** A record whose text shows an image. */
const text = (url: string) => mei.make('/v1/crate', { body: `<p><img src="${url}" alt="x"></p>` });

/** What keeps a file although a record that held it was destroyed. */
const uses: readonly [what: string, use: (file: Uploaded & { bytes: Buffer }) => Promise<unknown>][] = [
  ['another record', ({ id }) => mei.make('/v1/crate', { kept: id })],
  ['a record of another collection', ({ id }) => mei.make('/v1/label', { print: id })],
  ['a record that has it in a group', ({ id }) => mei.make('/v1/crate', { lid: { picture: id } })],
  [
    'a record in the trash',
    async ({ id }) => root.done(`DELETE /v1/crate/${await mei.make('/v1/crate', { pages: [id] })}`),
  ],
  ['a draft', ({ id }) => mei.make('/v1/sheet', { print: id })],
  [
    'what readers see of a record whose draft has another',
    async ({ id }) => {
      const sheet = await mei.make('/v1/sheet', { print: id });
      await root.done(`POST /v1/sheet/${sheet}/publish`);
      await mei.done(`PATCH /v1/sheet/${sheet}`, { print: null });
    },
  ],
  [
    'the history of a record',
    async ({ id }) => {
      const crate = await mei.make('/v1/crate', { cover: id });
      await mei.done(`PATCH /v1/crate/${crate}`, { cover: null });
    },
  ],
  [
    'the history of a list of a record',
    async ({ id }) => {
      const crate = await mei.make('/v1/crate', { parts: [{ plan: id }] });
      await mei.done(`PATCH /v1/crate/${crate}`, { parts: [] });
    },
  ],
  ['a text that shows it', ({ url }) => mei.make('/v1/crate', { body: `<p><img src="${url}" alt="x"></p>` })],
  [
    'a text that showed it',
    async ({ url }) => {
      const crate = await mei.make('/v1/crate', { body: `<p><img src="${url}" alt="x"></p>` });
      await mei.done(`PATCH /v1/crate/${crate}`, { body: '' });
    },
  ],
  [
    'a change set that waits',
    async ({ id }) => {
      const set = await mei.make('/v1/change-set', { title: 'later' });
      const items = [{ action: 'create', record: 'crate', values: { cover: id } }];
      await mei.done(`POST /v1/change-set/${set}/item`, { items });
    },
  ],
  ['the picture of a user', ({ path }) => mei.done('PUT /cms/user', { avatar: path })],
  [
    'the picture of a user in a width',
    async ({ url }) => (await app.person()).done('PUT /cms/user', { avatar: `${url}?width=32` }),
  ],
  [
    'the picture of a user by another origin',
    async ({ path }) =>
      (await app.person()).done('PUT /cms/user', { avatar: `https://cdn.example/assets/${path}` }),
  ],
  ['a text that shows it by its id', ({ id }) => text(`/cms/file/${id}/content`)],
  [
    'a text that shows it in per cent',
    ({ url, path }) => text(url.replace(path, path.replace('.', '%2E').replace('-', '%2d'))),
  ],
  [
    'a text that shows it with dots',
    ({ url }) => text(url.replace('/assets/', '/assets/./').replace(/\/([^/]*)$/, '/.//$1')),
  ],
  ['somebody who sent the same to an earlier version', (file) => heldOfOld(app, { id: 1 }, file)],
  [
    'a folder of the library',
    async ({ id }) => {
      const folder = await root.make('/cms/file/folder', { name: `of ${id}` });
      await root.done(`PATCH /cms/file/${id}`, { folder_id: folder });
    },
  ],
  [
    'a path that it had elsewhere',
    ({ id }) =>
      app.server.store.write(systemContext('move'), (writes) =>
        writes.create(formerPath, { path: `2023/05/${id}.png`, file_id: BigInt(id) }),
      ),
  ],
  ['a field that keeps it', async () => undefined],
];

describe('a file stays that is used by', () => {
  for (const [what, use] of uses)
    it(what, async () => {
      const file = await picture();
      const values = what === 'a field that keeps it' ? { kept: file.id } : { cover: file.id };
      const crate = await mei.make('/v1/crate', values);
      await use(file);
      await destroy(crate);
      assert.ok(await isThere(file));
      assert.ok(bytesOf(file));
    });
});

/** Runs the purges that wait for a time to come. */
async function hasten(): Promise<void> {
  await app.behind(`update quire_job set due_time = 1 where kind = 'purge files' and due_time is not null`);
  app.server.store.jobs.wake();
  await idle();
}

it('what an earlier version held for a day goes afterwards', async () => {
  const file = await picture();
  const crate = await mei.make('/v1/crate', { cover: file.id });
  await app.behind(`update quire_file set purge_hold = ${Date.now() + 3_600_000} where id = ${file.id}`);
  await destroy(crate);
  await hasten();
  assert.ok(await isThere(file));
  await app.behind(`update quire_file set purge_hold = 1 where id = ${file.id}`);
  await hasten();
  await until(async () => !(await isThere(file)));
});

it('nothing goes while records wait to be imported', async () => {
  const file = await picture();
  const crate = await mei.make('/v1/crate', { cover: file.id });
  const due = Date.now() + 3_600_000;
  await app.server.store.write(systemContext('test'), (writes) =>
    writes.addJob({ kind: 'import', data: '{}', due }),
  );
  await destroy(crate);
  assert.ok(await isThere(file));
  await app.behind(`delete from quire_job where kind = 'import'`);
  await hasten();
  await until(async () => !(await isThere(file)));
});

describe('a purge that looks for uses is stopped by', () => {
  const begins: typeof uses = uses.filter(([what]) =>
    /^(another record|a record that has|a draft|a text that shows|the picture)/.test(what),
  );
  for (const [what, use] of begins)
    it(what, async () => {
      const file = await picture();
      await app.behind(`update quire_file set purge_hold = -7 where id = ${file.id}`);
      await use(file);
      const record = await app.server.store.reads.find(fileRecord, BigInt(file.id));
      assert.notEqual(record?.purge_hold, -7n);
    });
});

it('copies in sizes that are not declared any more go as well', async () => {
  const file = await picture();
  const copies = ['thumbnails', 'crops'].map((folder) =>
    join(app.folder, 'uploads', folder, `${file.path}.77x77.50-50.webp`),
  );
  for (const copy of copies) {
    mkdirSync(dirname(copy), { recursive: true });
    writeFileSync(copy, '');
  }
  await destroy(await mei.make('/v1/crate', { cover: file.id }));
  await until(() => copies.every((copy) => !existsSync(copy)));
});

it('a private file that a text shows by its id is in use', async () => {
  const { body, headers } = multipart([{ key: 'f', name: 'x.png', bytes: await image() }]);
  const [file] = (await root.post<Uploaded[]>('/cms/file?private=true', body, { headers })).body;
  assert.ok(file);
  const crate = await text(file.url);
  const { text: told } = await root.get(`/cms/file/${file.id}/usage`);
  assert.ok(told.includes(`"id":${crate}`), told);
  assert.equal((await root.delete(`/cms/file/${file.id}`)).status, 403);
});

it('an id that is part of another number keeps nothing', async () => {
  const file = await picture();
  const title = `${file.id}${file.id}`;
  await mei.make('/v1/crate', { title });
  const set = await mei.make('/v1/change-set', { title: 'later' });
  assert.ok(set);
  await destroy(await mei.make('/v1/crate', { title: `no ${file.id}`, cover: file.id }));
  await until(async () => !(await isThere(file)));
});

it('a definition as data tells it', async () => {
  const { fields } = await mei.read<{ fields: { name: string; on_row_purge?: string }[] }>(
    '/cms/definition/crate',
  );
  const told = fields.flatMap(({ name, on_row_purge }) => (on_row_purge ? `${name} ${on_row_purge}` : []));
  assert.deepEqual(told, ['cover purge', 'pages purge']);
  const described = JSON.stringify(await mei.read('/openapi.json'));
  for (const property of ['private', 'on_row_purge', 'max_bytes'])
    assert.ok(described.includes(`"${property}":{`), property);
});

it('bytes in a bucket go as well', async () => {
  const { bucket } = await freshBucket();
  const far = await freshApp({ contentDir: 'test/content/crate', uploadBucket: bucket });
  const file = await uploadImage(far);
  const id = await far.root.make('/v1/crate', { cover: file.id });
  await far.root.done(`DELETE /v1/crate/${id}`);
  await far.root.done(`DELETE /v1/crate/trash/${id}`);
  far.server.store.jobs.wake();

  await until(async () => (await makeS3Storage(bucket).open(`files/${file.path}`)) === undefined);
});

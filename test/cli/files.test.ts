import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { uploadTo } from '../support/records/uploads.ts';
import {
  call,
  command,
  databaseNamed,
  quire,
  serveHere,
  signIn,
  uploadsOf,
} from '../support/server-process.ts';
import { until } from '../support/until.ts';

const uploads = uploadsOf('files');
const server = await serveHere('files');
const token = await signIn(server);

const get = async (path: string) =>
  (await fetch(server.base + path, { signal: AbortSignal.timeout(60_000) })).status;

async function files(...args: string[]): Promise<[number, string]> {
  const { code, said } = await command(['files', ...args], 'files');
  return [code, said];
}
/** Makes a file that was written two hours ago. */
function age(path: string): void {
  const time = new Date(Date.now() - 7_200_000);
  utimesSync(path, time, time);
}

test('loose ends are listed, and removed only on an explicit word, while the server runs', async () => {
  const [sound, lost, damaged, deleted] = [
    await uploadTo(server, token),
    await uploadTo(server, token),
    await uploadTo(server, token),
    await uploadTo(server, token),
  ];
  assert.equal(await get(`/assets/${sound.path}?width=160`), 200);
  assert.equal(await get(`/assets/${lost.path}?width=160`), 200);
  rmSync(join(uploads, 'files', lost.path));
  truncateSync(join(uploads, 'files', damaged.path), 10);
  await call(server, 'DELETE', `/cms/file/${deleted.id}`, { token });
  const young = join(uploads, 'files/00/young.png');
  const stray = join(uploads, 'files/00/stray.png');
  const work = join(uploads, 'incoming/work-old');
  for (const folder of [dirname(stray), work]) mkdirSync(folder, { recursive: true });
  for (const file of [young, stray, join(work, '0')]) writeFileSync(file, 'bytes');
  for (const old of [stray, work, join(uploads, 'thumbnails', `${sound.path}.160.webp`)]) age(old);
  for (const { path } of [sound, deleted]) age(join(uploads, 'files', path));

  const expected = [
    `unfinished work: ${work}, 0 bytes`,
    'bytes without a record: files/00/stray.png, 5 bytes',
    `damaged bytes: file ${damaged.id}, files/${damaged.path}, "a.png": 10 of ${damaged.size} bytes, 10 bytes`,
    `record without bytes: file ${lost.id}, files/${lost.path}, "a.png", 0 bytes`,
  ].sort();
  const lines = (said: string) => said.split('\n').slice(0, -2).sort();
  for (const [args, code] of [
    [['check'], 1],
    [['sweep'], 0],
  ] as const) {
    const [ended, said] = await files(...args);
    assert.equal(ended, code, said);
    assert.deepEqual(lines(said), expected);
    assert.match(said, /\n2 sound; 4 found, 15 bytes; 0 removed\n$/);
  }
  const [ended, said] = await files('sweep', '--apply');
  assert.equal(ended, 1, 'damage needs a person');
  assert.deepEqual(
    lines(said),
    expected.map((line) => (line.startsWith('damaged') ? line : `removed: ${line}`)).sort(),
  );
  assert.deepEqual(readdirSync(join(uploads, 'incoming')), []);
  assert.deepEqual(
    readdirSync(dirname(stray)).filter((name) => name.length < 20),
    ['young.png'],
  );
  assert.equal(await get(`/assets/${sound.path}`), 200);
  assert.equal(await get(`/assets/${sound.path}?width=160`), 200);
  assert.equal(await get(`/assets/${lost.path}`), 404);
});

test('bytes that a collection refers to stay, and those of a deleted file for 30 days', async () => {
  const content = { CONTENT_DIR: 'test/content/media' };
  const media = await serveHere('media', content);
  const root = await signIn(media);
  const [cover, lately, long] = [
    await uploadTo(media, root),
    await uploadTo(media, root),
    await uploadTo(media, root),
  ];
  const photo = { token: root, body: { title: 'A', image: cover.id } };
  assert.equal((await call(media, 'POST', '/v1/photo', photo)).status, 201);
  for (const { id } of [lately, long])
    assert.equal((await call(media, 'DELETE', `/cms/file/${id}`, { token: root })).status, 200);
  const { change } = await databaseNamed('media');
  const deletedDaysAgo = (days: number, { id }: { id: number }) =>
    change('update quire_file set delete_time = ? where id = ?', Date.now() - days * 86_400_000, id);
  await deletedDaysAgo(29, lately);
  await deletedDaysAgo(31, long);
  const placeOf = ({ path }: { path: string }) => join(uploadsOf('media'), 'files', path);
  for (const one of [cover, lately, long]) age(placeOf(one));
  const { ended, said } = await quire(['files', 'sweep', '--apply'], 'media', content);
  assert.equal(await ended, 0, said());
  assert.equal(
    said(),
    `removed: bytes without a record: files/${long.path}, ${long.size} bytes\n2 sound; 1 found, ${long.size} bytes; 1 removed\n`,
  );
  assert.deepEqual(
    [cover, lately, long].map((one) => existsSync(placeOf(one))),
    [true, true, false],
  );
});

test('files that were destroyed with their records are counted', async () => {
  const content = { CONTENT_DIR: 'test/content/crate' };
  const crates = await serveHere('crates', content);
  const root = await signIn(crates);
  const { id: cover } = await uploadTo(crates, root);
  const made = await call(crates, 'POST', '/v1/crate', { token: root, body: { cover } });
  const { id } = made.body as { id?: number };
  const path = `/v1/crate/${id}`;
  assert.equal((await call(crates, 'DELETE', path, { token: root })).status, 200);
  const count = async () => (await command(['files', 'check'], 'crates', content)).said;
  assert.doesNotMatch(await count(), /destroyed/);
  assert.equal((await call(crates, 'DELETE', `/v1/crate/trash/${id}`, { token: root })).status, 200);
  // One job is left: an hour later it removes copies that were being made meanwhile.
  await until(async () =>
    /^files destroyed with their records: 1; jobs to do: 1, given up: 0\n/.test(await count()),
  );
});

test('nothing is removed where no bytes and records belong together: one of them is another server’s', async () => {
  const other = { UPLOAD_DIR: uploads };
  const { code, said } = await command(['files', 'sweep', '--apply'], 'another', other);
  assert.equal(code, 1, said);
  assert.match(said, /Nothing is removed[\s\S]*; 0 removed\n$/);
  assert.ok(readdirSync(join(uploads, 'files')).length > 0);
});

test('arguments that make no sense are refused', async () => {
  for (const args of [[], ['look'], ['check', '--apply'], ['sweep', 'all'], ['sweep', '--now']])
    assert.equal((await files(...args))[0], 2, args.join(' '));
});

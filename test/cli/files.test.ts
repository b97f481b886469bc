import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { call, quire, signIn, start, uploadsOf } from '../support/server-process.ts';
import { uploadTo } from '../support/uploads.ts';

const uploads = uploadsOf('files');
const server = await start('files');
const token = await signIn(server);

const get = async (path: string) =>
  (await fetch(server.base + path, { signal: AbortSignal.timeout(8000) })).status;

async function files(...args: string[]): Promise<[number | null, string]> {
  const { ended, said } = await quire(['files', ...args], 'files');
  return [await ended, said()];
}
/** Makes a file that was written two hours ago. */
function age(path: string): void {
  const time = new Date(Date.now() - 7_200_000);
  utimesSync(path, time, time);
}

test('loose ends are told, and taken away on an explicit word alone, while the server runs', async () => {
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
    'bytes without a row: files/00/stray.png, 5 bytes',
    `damaged bytes: file ${damaged.id}, files/${damaged.path}, "a.png": 10 of ${damaged.size} bytes, 10 bytes`,
    `row without bytes: file ${lost.id}, files/${lost.path}, "a.png", 0 bytes`,
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

test('nothing is removed where no bytes and rows belong together: one of them is another server’s', async () => {
  const other = { UPLOAD_DIR: uploads };
  const { ended, said } = await quire(['files', 'sweep', '--apply'], 'another', other);
  assert.equal(await ended, 1, said());
  assert.match(said(), /Nothing is removed[\s\S]*; 0 removed\n$/);
  assert.ok(readdirSync(join(uploads, 'files')).length > 0);
});

test('what was meant otherwise is told', async () => {
  for (const args of [[], ['look'], ['check', '--apply'], ['sweep', 'all'], ['sweep', '--now']])
    assert.equal((await files(...args))[0], 2, args.join(' '));
});

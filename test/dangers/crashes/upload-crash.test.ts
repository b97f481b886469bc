// Takes long: a server is killed while files are uploaded, and commands sweep what is left.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { image, type Uploaded, uploadTo } from '../../support/records/uploads.ts';
import {
  databaseNamed,
  quire,
  type Running,
  signIn,
  start,
  uploadsOf,
} from '../../support/server-process.ts';
import { until } from '../../support/until.ts';

const UPLOADERS = 6;

const everything = (name: string) => {
  const folder = uploadsOf(name);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path));
};
const filesOf = (name: string) => everything(name).filter((path) => statSync(path).isFile());
const recordsOf = async (name: string) =>
  (await databaseNamed(name)).look('select path from quire_file where is_deleted = ?', false);

/** Uploads until the server is gone; notes only what was acknowledged. */
async function uploadUntilGone(server: Running, token: string, done: Map<string, Buffer>): Promise<void> {
  for (let turn = 0; turn < 10_000; turn += 1) {
    const bytes = await image('png', 200, 100);
    try {
      done.set((await uploadTo(server, token, bytes)).path, bytes);
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
      return; // the connection broke: the server is gone
    }
  }
}

test('a kill in the middle of many uploads loses nothing acknowledged, and a sweep takes away what is left', {
  timeout: 300_000,
}, async () => {
  const done = new Map<string, Buffer>();
  const server = await start('crash');
  const token = await signIn(server);
  const uploaders = Array.from({ length: UPLOADERS }, () => uploadUntilGone(server, token, done));
  await until(() => done.size >= 30);
  const beside = await quire(['files', 'sweep', '--apply'], 'crash');
  assert.equal(await beside.ended, 0, beside.said());
  server.child.kill('SIGKILL');
  await once(server.child, 'close');
  await Promise.all(uploaders);

  for (const path of everything('crash')) utimesSync(path, new Date(0), new Date(0));
  const sweep = await quire(['files', 'sweep', '--apply'], 'crash');
  assert.equal(await sweep.ended, 0, sweep.said());
  assert.doesNotMatch(sweep.said(), /record without bytes|damaged/);
  assert.equal(filesOf('crash').length, (await recordsOf('crash')).length);

  const again = await start('crash');
  for (const [path, bytes] of [...done].slice(-40)) {
    const answer = await fetch(`${again.base}/assets/${path}`, { signal: AbortSignal.timeout(60_000) });
    assert.equal(answer.status, 200, path);
    assert.deepEqual(digest(Buffer.from(await answer.arrayBuffer())), digest(bytes));
  }
});

test('two processes that are sent equal contents at once keep each upload', async () => {
  const servers = [await start('pair'), await start('pair')];
  const token = await signIn(servers[0] as Running);
  for (let turn = 0; turn < 5; turn += 1) {
    const bytes = await image();
    const sent = servers.flatMap((server) => Array.from({ length: 4 }, () => uploadTo(server, token, bytes)));
    const uploaded: Uploaded[] = await Promise.all(sent);
    assert.equal(new Set(uploaded.map(({ id }) => id)).size, 8);
    const { path } = uploaded[0] as Uploaded;
    for (const { base } of servers) {
      const answer = await fetch(`${base}/assets/${path}`, { signal: AbortSignal.timeout(60_000) });
      assert.equal(answer.status, 200);
      await answer.arrayBuffer();
    }
  }
  assert.equal(filesOf('pair').length, 40);
  assert.equal((await recordsOf('pair')).length, 40);
});

function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

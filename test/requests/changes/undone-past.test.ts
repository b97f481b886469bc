import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { makeCursors } from '../../../server/http/answers/sealed-cursors.ts';
import type { Changes } from '../../support/bodies.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { engineName, temporaryFolder } from '../../support/test-database.ts';
import { until } from '../../support/until.ts';

const secrets = [randomBytes(32).toString('base64url')] as const;
const contentDir = 'test/content/rules';
const app = await freshApp({ contentDir, secrets });
const base = await app.server.app.listen({ host: '127.0.0.1', port: 0 });
const isSqlite = engineName === 'sqlite';
const place = isSqlite ? 'id' : 'position';

let count = 0;
/** Creates records; answers their ids. */
async function create(many: number, { root } = app): Promise<number[]> {
  const ids: number[] = [];
  while (ids.length < many) ids.push(await root.make('/v1/person', { name: `p${++count}` }));
  return ids;
}

const after = (cursor: string, { root } = app) =>
  root.ask<Changes>(`GET /v1/changes?count=500&after=${cursor}`);
const outcome = (cursor: string, { root } = app) => root.outcome(`GET /v1/changes?after=${cursor}`);
const end = async () => (await app.root.read<Changes>('/v1/changes?count=500')).next;

/** Takes the latest changes out of the database, as a failover does that loses commits. */
async function lose(many: number): Promise<void> {
  await end(); // they have their positions
  const lost = await app.database.look(`select ${place} as place from quire_change order by ${place} desc`);
  const last = Number(lost[many]?.place ?? 0);
  await app.database.change(`delete from quire_change where ${place} > ?`, last);
  await app.database.change('update quire_change_head set last = ?', last);
  if (isSqlite)
    await app.database.change("update sqlite_sequence set seq = ? where name = 'quire_change'", last);
}

/** The status of a stream opened behind this event. */
async function streamStatus(last: string): Promise<number> {
  const hangUp = new AbortController();
  const { status } = await openStream({ 'last-event-id': last }, hangUp.signal);
  hangUp.abort();
  return status;
}

const openStream = (headers: Record<string, string>, signal: AbortSignal) =>
  fetch(`${base}/v1/changes`, {
    headers: { accept: 'text/event-stream', authorization: `Bearer ${app.root.access}`, ...headers },
    signal,
  });

describe('after a database lost its latest commits', () => {
  it('a cursor of what is still there goes on without a gap', async () => {
    await create(3);
    const kept = await end();
    await create(4);
    await lose(4);
    const ids = await create(3);
    const { body } = await after(kept);
    assert.deepEqual(
      body.items.map(({ row: record }) => record),
      ids,
    );
    for (const { cursor } of body.items) assert.equal((await outcome(cursor))[0], 200);
    assert.equal(await streamStatus(kept), 200);
  });

  it('a cursor of what was lost is refused, before and after others took its place', async () => {
    await create(2);
    const ids = await create(7);
    const { items, next } = await app.root.read<Changes>(`/v1/changes?count=500`);
    const lost = [-ids.length, -3].map((index) => items.at(index)?.cursor ?? '');
    await lose(7);
    for (const made of [0, 3, 10]) {
      await create(made);
      for (const cursor of [...lost, next])
        assert.deepEqual(await outcome(cursor), [410, 10028], `${made} later`);
      assert.equal(await streamStatus(next), 410);
    }
    const { text } = await app.root.get(`/v1/changes?after=${next}`, {
      headers: { 'accept-language': 'en' },
    });
    assert.match(text, /set back to an earlier state/);
  });

  it('an open stream ends, and its reader is told why when it resumes', async () => {
    await create(2);
    const hangUp = new AbortController();
    const answer = await openStream({}, hangUp.signal);
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (!text.includes('id: ')) text += (await reader?.read())?.value ?? '';
    const last = /id: (\S+)/.exec(text)?.[1] ?? '';
    await lose(1);
    await create(1);
    while (!(await reader?.read())?.done);
    assert.equal(await streamStatus(last), 410);
  });

  it('a cursor that an earlier version wrote holds until the feed ends before it', async () => {
    const [writing] = [makeCursors(secrets, 'changes')];
    const position = BigInt(
      (await app.database.look(`select max(${place}) as place from quire_change`))[0]?.place ?? 0,
    );
    const old = writing.write({ position });
    assert.equal(old.length, 48);
    const [id] = await create(1);
    assert.deepEqual(
      (await after(old)).body.items.map(({ row: record }) => record),
      [id],
    );
    await lose(2);
    assert.deepEqual(await outcome(old), [410, 10028]);
  });

  it('a webhook that the feed ends before is paused, and goes on when it is resumed', async () => {
    const id = await app.root.make('/cms/webhook', {
      name: 'ahead',
      url: 'https://receiver.test/hook',
    });
    const position = (await app.database.look('select max(position) as place from quire_webhook'))[0]?.place;
    await app.database.change('update quire_webhook set position = ?', Number(position) + 1000);
    const hook = () => app.root.read<{ state: string }>(`/cms/webhook/${id}`);
    await create(1);
    await until(async () => (await hook()).state === 'paused');
    await app.root.done(`PATCH /cms/webhook/${id}`, { state: 'active' });
    const behind = await app.database.look('select position as place from quire_webhook');
    assert.ok(Number(behind[0]?.place) < Number(position) + 1000);
    await app.root.done(`DELETE /cms/webhook/${id}`);
  });
});

it('a copy of the file from before goes on from there', { skip: !isSqlite }, async () => {
  const kept = await end();
  const file = join(temporaryFolder(), 'backup.db');
  const source = new DatabaseSync(app.database.address.databaseUrl.replace('file:', ''));
  source.exec(`vacuum into '${file}'`);
  source.close();
  const [id] = await create(7);
  const lost = await end();
  const restored = await freshApp({ contentDir, secrets, databaseUrl: `file:${file}` });
  assert.deepEqual(await outcome(lost, restored), [410, 10028]);
  const ids = await create(10, restored);
  assert.equal(ids[0], id, 'the records have the ids of those that were lost');
  assert.deepEqual(await outcome(lost, restored), [410, 10028]);
  assert.deepEqual(
    (await after(kept, restored)).body.items
      .filter(({ event }) => event === 'created')
      .map(({ row: record }) => record),
    ids,
  );
});

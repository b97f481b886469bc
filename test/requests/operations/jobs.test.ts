import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addOnce } from '../../../server/background/job-store.ts';
import type { Job } from '../../support/bodies.ts';
import { freshApp } from '../../support/fresh-app.ts';

const app = await freshApp({ contentDir: 'test/content/hooks', logLevel: 'silent' });
const token = app.root.access;
const { jobs } = app.server.store;

const list = async (query: string) =>
  (await app.send<{ items: Job[]; total: number }>('GET', `/cms/job?${query}`, { token })).items;

test('a super administrator sees jobs, tries them again and deletes them; nobody else does', async () => {
  const item = (await app.send<{ id: number }>('POST', '/v1/item', { token, body: {} })).id;
  const body = { item_id: item, amount: 1, word: 'lost letter' };
  const { id: booking } = await app.send<{ id: number }>('POST', '/v1/booking', { token, body });
  await jobs.idle();

  const [waiting, ...others] = await list('kind=afterCommit&state=waiting');
  assert.deepEqual([others, waiting?.subject], [[], `booking ${booking}`]);
  assert.match(String(waiting?.problem), /booking\.afterCommit.*no post today/);
  const path = `/cms/job/${waiting?.id}`;
  const one = await app.request('GET', path, { token });
  assert.equal(one.body.state, 'waiting');
  assert.doesNotMatch(one.text, /data|holder|lost letter/);

  const refused = [
    await app.request('DELETE', path, { token }),
    await app.request('GET', '/cms/job?state=nothing', { token }),
  ];
  for (const { status, body } of refused) {
    assert.deepEqual([status, body.error_code], [400, 10030]);
    assert.deepEqual(Object.keys(body).toSorted(), ['error_code', 'msg', 'request']);
  }
  assert.equal((await app.request('GET', '/cms/job/999999', { token })).status, 404);
  assert.equal((await app.request('POST', '/cms/job/999999/retry', { token })).status, 404);

  await app.behind(`update quire_job set tries = 11, due_time = 1 where id = ?`, waiting?.id);
  await jobs.idle();
  assert.equal((await app.send<Partial<Job>>('GET', path, { token })).state, 'failed');

  await app.send('PATCH', `/v1/booking/${booking}`, { token, body: { word: 'fine' } });
  await jobs.idle();
  await app.send('POST', `${path}/retry`, { token });
  await jobs.idle();
  assert.equal(
    (await app.send<Partial<Job>>('GET', path, { token })).state,
    'waiting',
    'its record was kept as it was',
  );
  await app.behind(`update quire_job set state = 'failed', due_time = null where id = ?`, waiting?.id);
  await app.send('DELETE', path, { token });
  assert.equal((await app.request('GET', path, { token })).status, 404);

  const [done] = await list('kind=afterCommit&state=done');
  assert.equal((await app.request('POST', `/cms/job/${done?.id}/retry`, { token })).status, 400);
  const member = await app.person();
  for (const [method, url] of [
    ['GET', '/cms/job'],
    ['GET', `/cms/job/${done?.id}`],
    ['POST', `/cms/job/${done?.id}/retry`],
    ['DELETE', `/cms/job/${done?.id}`],
  ] as const) {
    assert.equal((await app.request(method, url, { token: member.access })).status, 401);
    assert.equal((await app.request(method, url)).status, 401);
  }
});

test('a list without finished runs keeps those of schedules that go on or were given up, and all other jobs', async () => {
  const kind = 'wash the dishes';
  const job = { kind, data: '' };
  const at = (once: string, state: string) =>
    addOnce(app.server.store.database, [{ ...job, subject: kind, once }], { state, due_time: null });
  await at('monday', 'done');
  await at('tuesday', 'failed');
  await app.server.store.database.transaction((connection) => jobs.add(connection, [job]));
  await app.behind(
    `update quire_job set state = 'done', due_time = null where kind = ? and once is null`,
    kind,
  );
  const statesOf = async (more: string) =>
    (await list(`kind=${encodeURIComponent(kind)}${more}`)).map(({ state }) => state);
  assert.deepEqual(await statesOf(''), ['done', 'failed', 'done']);
  assert.deepEqual(await statesOf('&finished_runs=true'), ['done', 'failed', 'done']);
  assert.deepEqual(await statesOf('&finished_runs=false'), ['done', 'failed']);
  assert.deepEqual(await statesOf('&finished_runs=false&state=failed'), ['failed']);
});

test('a run of a schedule is not deleted while a start would take its due time for missed', async () => {
  const kind = 'water the plants';
  const DAY = 86_400_000;
  const refusals = {
    'known since': [null, 'done', 400],
    'of today': [Date.now(), 'done', 400],
    'given up today': [Date.now(), 'failed', 400],
    'given up long ago': [Date.now() - 8 * DAY, 'failed', 200],
  } as const;
  for (const [once, [end_time, state, status]] of Object.entries(refusals)) {
    await addOnce(app.server.store.database, [{ kind, data: '', once }], { state, due_time: null, end_time });
    const [found] = await list(`kind=${encodeURIComponent(kind)}`);
    const deleted = await app.request('DELETE', `/cms/job/${found?.id}`, { token });
    assert.equal(deleted.status, status, `${once}: ${deleted.text}`);
  }
});

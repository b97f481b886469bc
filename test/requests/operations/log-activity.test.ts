import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BodyOf, LogLine } from '../../support/bodies.ts';
import { freshApp } from '../../support/fresh-app.ts';

const app = await freshApp();
const DAY = 86_400_000;
const reader = await app.granted('log.list');
const activity = (query: string) =>
  reader.read<BodyOf<'GET /cms/log/activity'>>(`/cms/log/activity?${query}`);

await app.behind('delete from quire_log');
const line = async (time: number, status: number) => {
  await app.root.done('POST /v1/book', { title: 'x' });
  await app.behind(
    'update quire_log set create_time = ?, status_code = ? where create_time > ?',
    time,
    status,
    20 * DAY,
  );
};
for (const [time, status] of [
  [0, 200],
  [DAY - 1, 201],
  [DAY - 1, 403],
  [DAY, 200],
  [5 * DAY, 401],
] as const)
  await line(time, status);

describe('the activity in the log', () => {
  it('is counted by day', async () =>
    assert.deepEqual(await activity(`start=0&end=${10 * DAY}`), {
      by: 'day',
      items: [
        { time: 0, done: 2, refused: 1 },
        { time: DAY, done: 1, refused: 0 },
        { time: 5 * DAY, done: 0, refused: 1 },
      ],
    }));
  it('is counted by hour', async () =>
    assert.deepEqual((await activity(`start=0&end=${2 * DAY}&by=hour`)).items, [
      { time: 0, done: 1, refused: 0 },
      { time: DAY - 3_600_000, done: 1, refused: 1 },
      { time: DAY, done: 1, refused: 0 },
    ]));
  it('is counted by the days of its reader', async () =>
    assert.deepEqual((await activity(`start=1&end=${2 * DAY}&offset=60`)).items, [
      { time: DAY - 3_600_000, done: 2, refused: 1 },
    ]));
  for (const query of [`start=0&end=${2000 * DAY}`, 'by=week', 'offset=2000', 'start=x', 'start=-1'])
    it(`is refused for ${query}`, async () =>
      assert.equal((await reader.get(`/cms/log/activity?${query}`)).status, 400));
  it('is for those who may read the log', async () => {
    for (const person of [app.nobody, await app.person(), await app.granted('log.search')])
      assert.equal((await person.get('/cms/log/activity')).status, 401);
  });
});

describe('refusals', () => {
  it('are listed alone, or left out', async () => {
    const statuses = async (query: string) =>
      (
        await reader.read<{ items: { status_code: number; time: number }[] }>(`/cms/log?count=100&${query}`)
      ).items.flatMap(({ status_code, time }) => (time <= 10 * DAY ? [status_code] : []));
    assert.deepEqual(await statuses('refused=true'), [401, 403]);
    assert.deepEqual(await statuses('refused=false'), [200, 201, 200]);
  });
});

describe('sign-ins', () => {
  it('are listed alone, or left out', async () => {
    const paths = async (query: string) =>
      new Set((await reader.list<LogLine>(`/cms/log?count=100&${query}`)).map(({ path }) => path));
    await app.registered();
    const others = await paths('sessions=false');
    assert.ok(others.has('/v1/book') && others.has('/cms/user/register'));
    assert.ok(!others.has('/cms/user/login'));
    assert.deepEqual(await paths('sessions=true'), new Set(['/cms/user/login']));
    assert.ok((await paths('')).has('/cms/user/login'));
  });
});

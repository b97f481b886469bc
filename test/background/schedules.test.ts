import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { job } from '../../server/background/job.record.ts';
import { Jobs } from '../../server/background/jobs.ts';
import { DueTimes } from '../../server/background/schedule.ts';
import { openTemporary } from '../database/open-temporary.ts';
import { until } from '../support/until.ts';

const started: Jobs[] = [];
after(() => Promise.all(started.map((jobs) => jobs.end(1000)))); // before their database is closed
const { database, behind } = await openTemporary([job]);
const HOUR = 3_600_000;
const at = (text: string) => Date.parse(text);

/** All due times after the start, as a process sees them that looks every ten minutes. */
function dueTimes(cron: string, timeZone: string, from: string, hours: number): string[] {
  const times = new DueTimes({ cron, timeZone }, at(from));
  times.due(at(from));
  const found: string[] = [];
  for (let now = at(from); now <= at(from) + hours * HOUR; now += HOUR / 6) {
    const due = times.due(now);
    if (due !== undefined) found.push(new Date(due).toISOString().slice(5, 16));
  }
  return found;
}

test('due times follow the clocks of their time zone over both changes of the year', () => {
  assert.deepEqual(dueTimes('30 7 * * *', 'Europe/Berlin', '2026-03-28T00:00Z', 50), [
    '03-28T06:30',
    '03-29T05:30',
  ]);
  assert.deepEqual(dueTimes('30 7 * * *', 'Europe/Berlin', '2026-10-24T00:00Z', 50), [
    '10-24T05:30',
    '10-25T06:30',
  ]);
  const skipped = dueTimes('30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00Z', 40);
  assert.equal(skipped.length, 2, 'a time that the clocks skip is due all the same, once a day');
  const twice = dueTimes('30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00Z', 40);
  assert.equal(twice.length, 2, 'a time that comes twice is due once');
  assert.equal(dueTimes('0 * * * *', 'UTC', '2026-03-29T00:10Z', 5).length, 5);
});

test('of several missed due times the last is made up for, unless it is too long ago', () => {
  const now = at('2026-05-20T10:20Z');
  const hourly = new DueTimes({ cron: '0 * * * *' }, now);
  assert.equal(hourly.due(now), at('2026-05-20T10:00Z'));
  assert.equal(hourly.due(now), undefined);
  assert.equal(hourly.due(now + 5 * HOUR), at('2026-05-20T15:00Z'));
  assert.equal(new DueTimes({ cron: '0 0 1 1 *' }, now).due(now), undefined);
  assert.throws(() => new DueTimes({ cron: 'every day' }, now));
  assert.throws(() => new DueTimes({ cron: '0 * * * *', timeZone: 'Nowhere/Land' }, now));
});

/** Resolves once a process has looked at all its schedules, of which this is the last. */
async function hasLooked(jobs: Jobs, name: string): Promise<void> {
  jobs.schedule({ name, cron: '* * * * *', run: async () => {} });
  jobs.start((cause, what) => assert.fail(`${what}: ${cause}`));
  started.push(jobs);
  await until(async () => (await jobsOf(name)).length > 0);
}

const jobsOf = (kind: string) => behind.look(`select state from quire_job where kind = '${kind}'`);

test('of many processes that start together, one does what is due', async () => {
  let runs = 0;
  const run = async () => {
    runs += 1;
  };
  const all = Array.from({ length: 5 }, () => {
    const jobs = new Jobs(database);
    jobs.schedule({ name: 'hourly', cron: '0 * * * *', run });
    return jobs;
  });
  await Promise.all(all.map((jobs, index) => hasLooked(jobs, `minutely ${index}`)));
  await until(() => runs > 0);
  await Promise.all(all.map((jobs) => jobs.end(600_000)));
  assert.ok(runs === 1 || new Date().getMinutes() === 0, `it ran ${runs} times`);
  const rows = await jobsOf('hourly');
  assert.equal(rows.length, runs);
  assert.deepEqual([...new Set(rows.map(({ state }) => state))], ['done']);
});

test('on a new database no due time was missed', async () => {
  const yesterday = new Date(Date.now() - 24 * HOUR).getUTCDay();
  const start = async (isNewDatabase: boolean) => {
    const jobs = new Jobs(database);
    jobs.schedule({ name: 'weekly', cron: `0 0 * * ${yesterday}`, run: async () => {} }, isNewDatabase);
    await hasLooked(jobs, `after ${isNewDatabase}`);
    await jobs.end(1000);
    return (await jobsOf('weekly')).length;
  };
  assert.equal(await start(true), 0);
  assert.equal(await start(false), 1);
});

import assert from 'node:assert/strict';
import { after, type TestContext, test } from 'node:test';
import { job } from '../../server/background/job.collection.ts';
import { Jobs } from '../../server/background/jobs.ts';
import { DueTimes } from '../../server/background/schedule.ts';
import { Schedules } from '../../server/background/schedules.ts';
import { unavailable } from '../../server/database/retrying.ts';
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
  times.noted(at(from));
  const found: string[] = [];
  for (let now = at(from); now <= at(from) + hours * HOUR; now += HOUR / 6) {
    found.push(...times.due(now).map((due) => new Date(due).toISOString().slice(5, 16)));
    times.noted(now);
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

test('of several missed due times the last is made up for, or each, or none, unless they are too long ago', () => {
  const now = at('2026-05-20T10:20Z');
  const hours = (missed: 'once' | 'each' | 'none') => {
    const hourly = new DueTimes({ cron: '0 * * * *', missed }, now);
    const later = [now, now + HOUR, now + 2 * HOUR - 20 * 60_000];
    return later.map((time) => hourly.due(time).map((due) => new Date(due).getUTCHours()));
  };
  assert.deepEqual(hours('once'), [[10], [11], [12]]);
  assert.deepEqual(hours('none'), [[], [], [12]], 'a due time that is noted within a minute was not missed');
  assert.deepEqual(
    hours('each').map((due) => due.slice(-3)),
    [
      [8, 9, 10],
      [9, 10, 11],
      [10, 11, 12],
    ],
  );
  assert.equal(new DueTimes({ cron: '* * * * *', missed: 'each' }, now).due(now).length, 100);
  assert.deepEqual(new DueTimes({ cron: '0 0 1 1 *', missed: 'each' }, now).due(now), []);
  assert.throws(() => new DueTimes({ cron: 'every day' }, now));
  assert.throws(() => new DueTimes({ cron: '0 * * * *', timeZone: 'Nowhere/Land' }, now));
});

/** Resolves once a process has looked at all its schedules, of which this is the last. */
async function hasLooked(jobs: Jobs, name: string): Promise<void> {
  jobs.schedule({ name, cron: '* * * * *', missed: 'each', run: async () => {} }); // a minute may begin meanwhile
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
  const records = await jobsOf('hourly');
  assert.equal(records.length, runs);
  assert.deepEqual([...new Set(records.map(({ state }) => state))], ['done']);
});

test('a due time stays due until its job is stored', () => {
  const now = at('2026-05-20T10:20Z');
  const times = new DueTimes({ cron: '0 * * * *' }, now);
  const ten = [at('2026-05-20T10:00Z')];
  assert.deepEqual([times.due(now), times.due(now)], [ten, ten]);
  times.noted(now);
  assert.deepEqual(times.due(now), []);
  assert.deepEqual(times.due(now + HOUR), [at('2026-05-20T11:00Z')]);
});

/** Schedules on a database that is away for as long as `isAway`; time passes as the test says. */
function outage(t: TestContext, from: string, processes: number) {
  t.mock.timers.enable({ apis: ['Date'], now: at(from) });
  let isAway = false;
  const away: typeof database.transaction = (work) =>
    isAway ? Promise.reject(unavailable('the database is away')) : database.transaction(work);
  const all = Array.from({ length: processes }, () => new Schedules({ ...database, transaction: away }));
  const told: string[] = [];
  return {
    all,
    told,
    setAway: (is: boolean) => (isAway = is),
    /** A minute passes, and each process looks. */
    async minute() {
      t.mock.timers.tick(60_000);
      const looks = all.map((one) =>
        one.addDue(
          () => true,
          (...missed) => told.push(missed.join(' ')),
        ),
      );
      return (await Promise.allSettled(looks)).map(({ status }) => status);
    },
    dueTimes: async (kind: string) =>
      (
        await behind.look(
          `select once from quire_job where kind = '${kind}' and subject is not null order by id`,
        )
      ).map(({ once }) => new Date(Number(String(once).split(' ').at(-1))).toISOString().slice(11, 16)),
  };
}

for (const [missed, found] of [
  ['once', ['12:17', '12:18', '12:21', '12:22']],
  ['each', ['12:17', '12:18', '12:19', '12:20', '12:21', '12:22']],
  ['none', ['12:17', '12:18', '12:21', '12:22']],
] as const)
  test(`after an outage of the database a schedule with missed '${missed}' goes on with ${found[2]}`, async (t) => {
    const { all, told, setAway, minute, dueTimes } = outage(t, '2026-05-20T12:16:10Z', 2);
    const kind = `during outages ${missed}`;
    for (const schedules of all) schedules.add(kind, { cron: '* * * * *', missed }, true);
    for (const isAway of [false, false, true, true, false, false]) {
      setAway(isAway);
      assert.equal((await minute())[0], isAway ? 'rejected' : 'fulfilled');
    }
    assert.deepEqual(await dueTimes(kind), found);
    assert.deepEqual([...new Set(told)], missed === 'each' ? [] : [`${kind} 2`]);
  });

test('the one due time of an outage becomes one job, late, of several processes', async (t) => {
  const { all, setAway, minute, dueTimes } = outage(t, '2026-05-20T12:16:10Z', 3);
  for (const schedules of all) schedules.add('hourly at 17', { cron: '17 * * * *' }, true);
  for (const isAway of [true, true, false, false]) {
    setAway(isAway);
    await minute();
  }
  assert.deepEqual(await dueTimes('hourly at 17'), ['12:17']);
});

test('what another process has added while one began was not missed', async (t) => {
  const { all, told, minute, dueTimes } = outage(t, '2026-05-20T12:16:10Z', 1);
  const calendar = { cron: '* * * * *' };
  all[0]?.add('beside a start', calendar, true);
  await minute();
  const starting = new Schedules(database);
  starting.add('beside a start', calendar, false);
  await minute();
  await starting.addDue(
    () => true,
    (...missed) => told.push(missed.join(' ')),
  );
  assert.deepEqual([await dueTimes('beside a start'), told], [['12:17', '12:18'], []]);
});

test('a due time that was missed is kept where only what becomes of missed ones has changed', async (t) => {
  const { all, minute, dueTimes } = outage(t, '2026-05-20T12:16:10Z', 1);
  all[0]?.addFromFirstSeen('of another policy', { cron: '18 * * * *' });
  await minute();
  t.mock.timers.tick(180_000);
  const restarted = new Schedules(database);
  restarted.addFromFirstSeen('of another policy', { cron: '18 * * * *', missed: 'each' });
  await restarted.addDue(
    () => true,
    () => {},
  );
  assert.deepEqual(await dueTimes('of another policy'), ['12:18']);
});

test('a schedule whose job cannot be stored holds up no other', async (t) => {
  const { all, minute, dueTimes } = outage(t, '2026-05-20T12:16:10Z', 1);
  const long = 'l'.repeat(200);
  for (const kind of [long, 'behind it']) all[0]?.add(kind, { cron: '* * * * *' }, true);
  await minute();
  assert.deepEqual(await dueTimes('behind it'), ['12:17']);
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

test('times that a moved clock has passed over are no news', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: at('2026-05-20T10:20Z') });
  const jobs = new Jobs(database);
  const told: string[] = [];
  jobs.schedule({ name: 'moved over', cron: '0 * * * *', run: async () => {} });
  jobs.start((cause) => told.push(String(cause)), false);
  await jobs.runDue();
  t.mock.timers.setTime(at('2026-05-23T10:20Z'));
  await jobs.runDue();
  await jobs.end(1000);
  assert.deepEqual(
    (await jobsOf('moved over')).map(({ state }) => state),
    ['done', 'done'],
  );
  assert.deepEqual(told, []);
});

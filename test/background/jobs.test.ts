import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { job } from '../../server/background/job.collection.ts';
import type { JobKind } from '../../server/background/job-kind.ts';
import { type HeldJob, JobStore } from '../../server/background/job-store.ts';
import { Jobs } from '../../server/background/jobs.ts';
import { openTemporary } from '../database/open-temporary.ts';
import { until } from '../support/until.ts';

const TEN_MINUTES_MS = 600_000;
const started: Jobs[] = [];
after(() => Promise.all(started.map((jobs) => jobs.end(1000)))); // before their database is closed
const { database, behind } = await openTemporary([job]);

type Run = JobKind['run'];

/** A process of its own as far as jobs go: its jobs have a kind of their own unless several processes share one. */
function processWith(name: string, run: Run, more: Partial<JobKind> = {}) {
  const jobs = new Jobs(database);
  const failures: string[] = [];
  jobs.define({ name, atOnce: 4, mostTries: 3, run, ...more });
  jobs.start((cause, what) => failures.push(`${what}: ${cause}`));
  started.push(jobs);
  return { jobs, failures };
}

const add = (kind: string, data: readonly string[], subject?: string) =>
  database.transaction((connection) =>
    new Jobs(database).add(
      connection,
      data.map((one) => ({ kind, data: one, ...(subject !== undefined && { subject }) })),
    ),
  );
const recordsOf = (kind: string) => behind.look('select * from quire_job where kind = ? order by id', kind);
/** Lets everything that waits be due. */
const hurry = (kind: string) =>
  behind.change(`update quire_job set due_time = 1 where kind = ? and state = 'waiting'`, kind);

test('a job that is committed runs once, and one that is not never', async () => {
  const ran: string[] = [];
  const { jobs } = processWith('plain', async ({ data }) => void ran.push(data));
  await add('plain', ['a', 'b']);
  const undone = database.transaction(async (connection) => {
    await jobs.add(connection, [{ kind: 'plain', data: 'c' }]);
    throw new Error('undone');
  });
  await assert.rejects(undone, /undone/);
  await jobs.idle();
  await jobs.idle();
  assert.deepEqual(ran, ['a', 'b']);
  for (const { state, data, due_time, tries } of await recordsOf('plain'))
    assert.deepEqual([state, data, due_time, tries], ['done', null, null, '1']);
});

test('of many processes one runs a job, however many there are', async () => {
  const ran: string[] = [];
  const all = Array.from({ length: 5 }, () =>
    processWith('shared', async ({ data }) => {
      ran.push(data);
      await wait(3);
    }),
  );
  const data = Array.from({ length: 60 }, (_, index) => String(index));
  await add('shared', data);
  await Promise.all(all.map(({ jobs }) => jobs.idle()));
  await until(() => ran.length >= data.length);
  assert.deepEqual(ran.toSorted(), data.toSorted());
  assert.deepEqual(
    all.flatMap(({ failures }) => failures),
    [],
  );
});

test('jobs of one subject follow each other in their order, also over a failure', async () => {
  const ran: string[] = [];
  let isOpen = false;
  const run: Run = async ({ data }) => {
    ran.push(data);
    await wait(2);
    if (data === '2' && !isOpen) throw new Error('closed');
  };
  const two = [processWith('ordered', run), processWith('ordered', run)];
  await add('ordered', ['1', '2', '3', '4'], 'one');
  await Promise.all(two.map(({ jobs }) => jobs.idle()));
  await until(() => ran.length === 2);
  assert.deepEqual(ran, ['1', '2']);
  isOpen = true;
  await hurry('ordered');
  await Promise.all(two.map(({ jobs }) => jobs.idle()));
  await until(() => ran.length === 5);
  assert.deepEqual(ran, ['1', '2', '2', '3', '4']);
});

test('a job that fails is tried again later, by the same name, and given up in the end', async () => {
  const held: HeldJob[] = [];
  const { jobs, failures } = processWith('failing', async (one) => {
    held.push(one);
    throw new Error('no', { cause: new Error('because') });
  });
  await add('failing', ['x']);
  for (const tries of ['1', '2', '3']) {
    const began = Date.now();
    await jobs.idle();
    const [record] = await recordsOf('failing');
    assert.deepEqual([record?.tries, record?.problem], [tries, 'no: because']);
    assert.equal(record?.state, tries === '3' ? 'failed' : 'waiting');
    if (tries !== '3')
      assert.ok(Number(record?.due_time) >= began + 900, 'it waits before it is tried again');
    await hurry('failing');
  }
  await jobs.idle();
  assert.equal(held.length, 3);
  assert.equal(new Set(held.map(({ delivery }) => delivery)).size, 1);
  assert.match(String(failures.at(-1)), /was given up at try 3/);
  assert.deepEqual((await recordsOf('failing'))[0]?.data, 'x', 'what it was about is kept');
});

test('what a process held that died is run by another when the lease has ended', async () => {
  const ran: number[] = [];
  const { jobs } = processWith('orphan', async ({ tries }) => void ran.push(tries));
  const left = (due: number, tries: number) =>
    behind.change(
      `insert into quire_job (kind, delivery, data, state, due_time, tries, holder, create_time, create_user_id)
       values ('orphan', 'd', 'x', 'running', ?, ?, 'dead', 0, 0)`,
      due,
      tries,
    );
  await left(Date.now() + 60_000, 1);
  await jobs.idle();
  assert.deepEqual(ran, [], 'its holder may be alive');
  await left(Date.now() - 1, 1);
  await left(Date.now() - 1, 3);
  await jobs.idle();
  assert.deepEqual(ran, [2], 'one that killed its process each time is not tried for ever');
  const states = (await recordsOf('orphan')).map(({ state }) => state);
  assert.deepEqual(states, ['running', 'done', 'failed']);
});

test('a process that stops gives back what can go on elsewhere, and ends what is quick', async () => {
  const { jobs } = processWith('long', async (_, signal) => {
    while (!signal.aborted) await wait(2);
    throw new Error('stopped');
  });
  await add('long', ['x']);
  jobs.wake();
  await until(async () => (await recordsOf('long'))[0]?.state === 'running');
  await jobs.end(TEN_MINUTES_MS); // which it does not take
  const [record] = await recordsOf('long');
  assert.deepEqual([record?.state, record?.tries, record?.holder], ['waiting', '0', null]);

  const late = processWith('late', async (_, signal) => {
    while (!signal.aborted) await wait(2);
  });
  await add('late', ['x']);
  late.jobs.wake();
  await late.jobs.end(TEN_MINUTES_MS); // while the job is being claimed
  const [claimed] = await recordsOf('late');
  assert.deepEqual([claimed?.state, claimed?.tries, claimed?.holder], ['waiting', '0', null]);

  let state = 'waiting';
  const mayEnd = Promise.withResolvers<void>();
  const quick = processWith(
    'quick',
    async () => {
      state = 'running';
      await mayEnd.promise;
      state = 'done';
    },
    { runsAtStop: true },
  );
  await add('quick', ['x']);
  const ending = quick.jobs.end(TEN_MINUTES_MS);
  await until(() => state === 'running');
  mayEnd.resolve();
  await ending;
  assert.equal(state, 'done');

  const endless = processWith('endless', () => new Promise<void>(() => {}), { runsAtStop: true });
  await add('endless', ['x']);
  await endless.jobs.end(200);
  assert.equal((await recordsOf('endless'))[0]?.state, 'waiting');
});

test('of a long line only the head can be claimed, and its end lets one more out', async () => {
  const ran: string[] = [];
  const gates = Array.from({ length: 3 }, () => Promise.withResolvers<void>());
  const { jobs } = processWith('line', async ({ data }) => {
    ran.push(data);
    await gates[ran.length - 1]?.promise;
  });
  const waiting = async () => {
    const records = (await recordsOf('line')).filter(({ state }) => state === 'waiting');
    return Object.groupBy(records, ({ follows }) => (follows === '1' ? 'line' : 'out'));
  };
  const data = Array.from({ length: 250 }, (_, index) => String(index));
  await add('line', data, 'one');
  jobs.wake();
  await until(async () => ((await waiting()).line?.length ?? 0) === data.length - 1);
  assert.equal((await waiting()).out, undefined, 'nothing that could be claimed is looked at in vain');
  gates[0]?.resolve();
  await until(() => ran.length === 2);
  assert.equal((await waiting()).line?.length, data.length - 2);
  for (const gate of gates) gate.resolve();
  await jobs.idle();
  assert.deepEqual(ran, data);
});

test('lines keep their order in many processes, over failures and beside others', async () => {
  const subjects = ['a', 'b', 'c', 'd', 'e'];
  const ran = new Map<string, string[]>(subjects.map((subject) => [subject, []]));
  const running = new Set<string>();
  const failed = new Set<string>();
  const run: Run = async ({ data, delivery }) => {
    const [subject = '', number = ''] = data.split(' ');
    assert.ok(!running.has(subject), 'two of one subject never run at once');
    running.add(subject);
    await wait(1);
    running.delete(subject);
    const fails = number.endsWith('3') && !failed.has(delivery);
    failed.add(delivery);
    if (fails) throw new Error('once');
    ran.get(subject)?.push(number);
  };
  const all = Array.from({ length: 3 }, () => processWith('lines', run));
  const numbers = Array.from({ length: 12 }, (_, index) => String(index));
  for (const subject of subjects)
    await add(
      'lines',
      numbers.map((number) => `${subject} ${number}`),
      subject,
    );
  await until(async () => {
    await Promise.all(all.map(({ jobs }) => jobs.idle()));
    await hurry('lines');
    return [...ran.values()].every(({ length }) => length >= numbers.length);
  });
  for (const subject of subjects) assert.deepEqual(ran.get(subject), numbers);
});

test('a line goes on after its head died with its process, or was ended by something else', async () => {
  const ran: string[] = [];
  const { jobs } = processWith('left', async ({ data }) => void ran.push(data));
  const left = (
    data: string,
    values: { state: string; due: number | null; follows: boolean; end: number | null },
  ) =>
    behind.change(
      `insert into quire_job (kind, subject, delivery, data, state, due_time, tries, holder, follows, end_time, create_time, create_user_id)
       values ('left', 'one', 'd', ?, ?, ?, 1, 'dead', ?, ?, 0, 0)`,
      data,
      values.state,
      values.due,
      values.follows,
      values.end,
    );
  await left('died', { state: 'running', due: 1, follows: false, end: null });
  await left('behind it', { state: 'waiting', due: 1, follows: true, end: null });
  await jobs.idle();
  assert.deepEqual(ran, ['died', 'behind it']);
  await left('ended', { state: 'done', due: null, follows: false, end: 1 });
  await left('orphan', { state: 'waiting', due: 1, follows: true, end: null });
  await left('behind the orphan', { state: 'waiting', due: 1, follows: true, end: null });
  await jobs.idle();
  assert.deepEqual(ran.slice(2), [], 'nobody let it out');
  await new JobStore(database, new Map([['left', 1]])).letOrphansOut(['left']);
  await jobs.idle();
  assert.deepEqual(ran.slice(2), ['orphan', 'behind the orphan']);
});

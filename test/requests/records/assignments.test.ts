import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { assignmentSweep } from '../../../server/features/assignments/sweep-assignments.ts';
import type { Client } from '../../support/client.ts';
import { freshApp, type Person } from '../../support/fresh-app.ts';
import { until } from '../../support/until.ts';
import { everythingIn } from '../../support/whole-database.ts';

interface Shown {
  readonly id: number;
  readonly record_id: number;
  readonly title: string | null;
  readonly user: { readonly id: number; readonly nickname: string | null; readonly username: string | null };
  readonly by: { readonly id: number; readonly nickname: string | null };
  readonly note: string;
  readonly due_time: number | null;
  readonly overdue: boolean;
  readonly done: { readonly by: { readonly id: number } } | null;
  readonly can: { readonly change: boolean; readonly end: boolean };
}
interface Open {
  readonly items: readonly Shown[];
  readonly total: number;
  readonly overdue: number;
}
interface Told {
  readonly items: readonly {
    readonly text: string;
    readonly detail: string;
    readonly page: string;
    readonly read: boolean;
  }[];
  readonly unread: number;
}

const sets = await freshApp({ contentDir: 'test/content/sets', language: 'en' });
const secrets = await freshApp({ contentDir: 'test/content/secrets', language: 'en' });

const DAY = 86_400_000;
const NOTHING = { items: [], total: 0, overdue: 0 };
type Asked = { readonly note?: string; readonly due_time?: number | null };
const assign = (by: Client, record_id: number, user_id: number, more: Asked = {}) =>
  by.post('/cms/assignment', { collection: 'plan', record_id, user_id, ...more });
const assigned = (by: Client, record_id: number, user_id: number, more: Asked = {}) =>
  by.make('/cms/assignment', { collection: 'plan', record_id, user_id, ...more });
const toMe = (by: Client) => by.read<Open>('/cms/assignment/to-me');
const byMe = (by: Client) => by.read<Open>('/cms/assignment/by-me');
const ofRecord = (by: Client, id: number, more = '') =>
  by.read<{ items: readonly Shown[]; next: string | null; can: { assign: boolean } }>(
    `/cms/assignment?collection=plan&record_id=${id}${more}`,
  );
const told = (by: Client) => by.read<Told>('/cms/notification');
/** Everybody whom a table asks, by name. */
const statuses = async (
  people: readonly (readonly [string, Client])[],
  ask: (by: Client) => Promise<{ status: number }>,
) => {
  const found: Record<string, number> = {};
  for (const [who, by] of people) found[who] = (await ask(by)).status;
  return found;
};

describe('assignments', () => {
  let writer: Person;
  let reader: Person;
  let other: Person;
  let people: readonly (readonly [string, Client])[];
  before(async () => {
    [writer, reader, other] = [
      await secrets.granted('plan.read', 'plan.create', 'plan.update'),
      await secrets.granted('plan.read'),
      await secrets.granted('plan.read'),
    ];
    for (const [person, nickname] of [
      [writer, 'Wen'],
      [reader, 'Rui'],
      [other, 'Oda'],
    ] as const)
      await person.done('PUT /cms/user', { nickname });
    people = [
      ['nobody', secrets.nobody],
      ['reader', reader],
      ['writer', writer],
      ['root', secrets.root],
    ];
  });

  it('are made by those who may change the record, and seen by those who may read it', async () => {
    const plan = await writer.make('/v1/plan', { title: 'Tides' });
    const others = await Promise.all(people.map(() => secrets.granted('plan.read')));
    let turn = 0;
    assert.deepEqual(await statuses(people, (by) => assign(by, plan, others[turn++]?.id ?? 0)), {
      nobody: 401,
      reader: 401,
      writer: 201,
      root: 201,
    });
    const path = `/cms/assignment?collection=plan&record_id=${plan}`;
    assert.deepEqual(await statuses(people, (by) => by.get(path)), {
      nobody: 401,
      reader: 200,
      writer: 200,
      root: 200,
    });
    assert.deepEqual(
      await statuses(people, (by) => by.get(`/cms/assignment/people?collection=plan&record_id=${plan}`)),
      { nobody: 401, reader: 401, writer: 200, root: 200 },
    );
    assert.deepEqual(
      [(await ofRecord(reader, plan)).can.assign, (await ofRecord(writer, plan)).can.assign],
      [false, true],
    );
  });

  it('stand in the list of the assignee by due time, and in that of who made them', async () => {
    const [one, two] = [
      await secrets.granted('plan.read', 'plan.create', 'plan.update'),
      await secrets.granted('plan.read'),
    ];
    const ids: number[] = [];
    for (const [title, due_time] of [
      ['Never', null],
      ['Later', Date.now() + 3 * DAY],
      ['Soon', Date.now() + 2 * DAY],
    ] as const) {
      const plan = await one.make('/v1/plan', { title });
      ids.push(await assigned(one, plan, two.id, { due_time, note: `About ${title}` }));
    }
    const titles = async (list: Promise<Open>) => (await list).items.map(({ title }) => title);
    assert.deepEqual(await titles(toMe(two)), ['Soon', 'Later', 'Never']);
    assert.deepEqual(await titles(byMe(one)), ['Soon', 'Later', 'Never']);
    assert.deepEqual(await toMe(one), NOTHING);
    assert.deepEqual(await byMe(two), NOTHING);
    await secrets.behind('update quire_assignment set due_time = ? where id = ?', Date.now() - DAY, ids[1]);
    const { items, total, overdue } = await toMe(two);
    assert.deepEqual([total, overdue], [3, 1]);
    assert.deepEqual(
      items.map((shown) => [shown.title, shown.overdue, shown.note]),
      [
        ['Later', true, 'About Later'],
        ['Soon', false, 'About Soon'],
        ['Never', false, 'About Never'],
      ],
    );
    assert.deepEqual((await two.read<Open>('/cms/assignment/to-me?count=1')).items.length, 1);
  });

  it('are made once for a record and a user, until they are done', async () => {
    const plan = await writer.make('/v1/plan', { title: 'Once' });
    const id = await assigned(writer, plan, reader.id);
    await assigned(writer, plan, other.id);
    assert.equal((await assign(secrets.root, plan, reader.id)).status, 400);
    await reader.done(`POST /cms/assignment/${id}/done`);
    await assigned(writer, plan, reader.id);
    const [open, done] = [
      await ofRecord(reader, plan, '&state=open'),
      await ofRecord(reader, plan, '&state=done'),
    ];
    assert.deepEqual(
      [open.items.length, done.items.map((one) => [one.id, one.done?.by.id])],
      [2, [[id, reader.id]]],
    );
    assert.equal((await reader.post(`/cms/assignment/${id}/done`)).status, 400);
    const first = await ofRecord(reader, plan, '&count=2');
    const rest = await ofRecord(reader, plan, `&count=2&after=${first.next}`);
    assert.deepEqual([first.items.length, rest.items.length, rest.next], [2, 1, null]);
  });

  it('are ended by the assignee and by those who may change the record, who alone move the time', async () => {
    const plan = await writer.make('/v1/plan', { title: 'Ends' });
    const all = [
      ['nobody', secrets.nobody],
      ['another reader', other],
      ['assignee', reader],
      ['writer', writer],
    ] as const;
    const fresh = () => assigned(writer, plan, reader.id);
    const first = await fresh();
    const due_time = Date.now() + DAY;
    assert.deepEqual(await statuses(all, (by) => by.patch(`/cms/assignment/${first}`, { due_time })), {
      nobody: 401,
      'another reader': 401,
      assignee: 401,
      writer: 200,
    });
    assert.equal((await reader.read<Shown>(`/cms/assignment/${first}`)).due_time, due_time);
    await writer.done(`PATCH /cms/assignment/${first}`, { due_time: null });
    assert.equal((await reader.read<Shown>(`/cms/assignment/${first}`)).due_time, null);
    await writer.done(`DELETE /cms/assignment/${first}`);
    for (const end of [
      (by: Client, id: number) => by.post(`/cms/assignment/${id}/done`),
      (by: Client, id: number) => by.delete(`/cms/assignment/${id}`),
    ])
      for (const [who, by, status] of [
        ['nobody', secrets.nobody, 401],
        ['another reader', other, 401],
        ['assignee', reader, 200],
        ['writer', writer, 200],
      ] as const) {
        const id = await fresh();
        assert.equal((await end(by, id)).status, status, who);
        if (status !== 200) await writer.done(`DELETE /cms/assignment/${id}`);
      }
    assert.deepEqual(
      (await toMe(reader)).items.filter(({ record_id }) => record_id === plan),
      [],
    );
  });

  it('say what the reader may do, and names that the reader may know', async () => {
    const plan = await writer.make('/v1/plan', { title: 'Names' });
    const id = await assigned(writer, plan, reader.id);
    const shown = async (by: Client) => (await by.read<Shown>(`/cms/assignment/${id}`)).can;
    assert.deepEqual(
      [await shown(reader), await shown(writer), await shown(other)],
      [
        { change: false, end: true },
        { change: true, end: true },
        { change: false, end: false },
      ],
    );
    const { user } = await other.read<Shown>(`/cms/assignment/${id}`);
    assert.equal(user.nickname, 'Rui');
  });

  it('are refused where they say nothing that can be done, or too much', async () => {
    const plan = await writer.make('/v1/plan', { title: 'Limits' });
    const about = { collection: 'plan', record_id: plan, user_id: reader.id };
    for (const wrong of [
      { ...about, due_time: Date.now() - 1000 },
      { ...about, due_time: 'tomorrow' },
      { ...about, due_time: 8_640_000_000_000_001 },
      { ...about, note: 'x'.repeat(501) },
      { ...about, note: 'nul \0' },
      { ...about, user_id: 99_999 },
      { ...about, user_id: 'somebody' },
      { ...about, collection: 'quire_user' },
      { ...about, collection: 'nothing' },
      { ...about, done_time: 1 },
    ])
      assert.equal(
        (await writer.post('/cms/assignment', wrong)).status,
        400,
        JSON.stringify(wrong).slice(0, 90),
      );
    assert.equal((await assign(writer, 99_999, reader.id)).status, 404);
    const id = await assigned(writer, plan, reader.id);
    for (const wrong of [{}, { due_time: Date.now() - 1000 }, { note: 'Another' }])
      assert.equal((await writer.patch(`/cms/assignment/${id}`, wrong)).status, 400);
    const twenty = Array.from({ length: 20 }, () => secrets.granted('plan.read'));
    const crowd = await Promise.all(twenty);
    for (const { id: one } of crowd.slice(1)) await assigned(writer, plan, one);
    assert.equal((await assign(writer, plan, crowd[0]?.id ?? 0)).status, 400);
  });

  it('are closed to programs', async () => {
    const service = await secrets.root.make('/cms/service-user', { username: 'robot' });
    const { key } = await secrets.root.done<{ key: string }>('POST /cms/key', {
      user_id: service,
      name: 'all',
    });
    const program = secrets.as(key);
    for (const request of [
      'GET /cms/assignment?collection=plan&record_id=1',
      'GET /cms/assignment/people?collection=plan&record_id=1',
      'GET /cms/assignment/to-me',
      'GET /cms/assignment/by-me',
      'GET /cms/assignment/1',
      'DELETE /cms/assignment/1',
    ])
      assert.deepEqual(await program.outcome(request), [401, 10000], request);
    const plan = await writer.make('/v1/plan', { title: 'Robot' });
    assert.equal((await assign(writer, plan, service)).status, 400);
  });

  it('are logged without their notes, and kept with their past', async () => {
    const plan = await writer.make('/v1/plan', { title: 'Logged' });
    const id = await assigned(writer, plan, reader.id, { note: 'A secret word' });
    await reader.done(`POST /cms/assignment/${id}/done`);
    const log = (await secrets.root.get('/cms/log?count=20')).text;
    assert.ok(!log.includes('A secret word'));
    assert.ok(log.includes(`/cms/assignment/${id}`));
    const kept = (await everythingIn(secrets.server.store)).filter((one) =>
      one.startsWith('quire_revision:'),
    );
    assert.ok(kept.some((one) => one.includes('A secret word')));
  });
});

describe('assignments of records that few may read', () => {
  const planner = async (nickname: string, ...more: string[]) => {
    const person = await secrets.granted('plan.read', ...more);
    await person.done('PUT /cms/user', { nickname });
    return person;
  };

  it('are made to people who may read them, with one answer for all others', async () => {
    const [maker, able, unable] = [
      await planner('Maker', 'plan.update'),
      await planner('Able'),
      await secrets.person(),
    ];
    const plan = await secrets.root.make('/v1/plan', { title: 'Ours' });
    const answers = [];
    for (const id of [unable.id, 99_999]) {
      const { status, body } = await assign(secrets.root, plan, id);
      answers.push({ status, body: { ...body, request: undefined, request_id: undefined } });
    }
    assert.equal(answers[0]?.status, 400);
    assert.deepEqual(answers[0], answers[1]);
    assert.equal((await assign(maker, plan, able.id)).status, 201);
    assert.deepEqual(
      (
        await secrets.root.list<{ id: number }>(
          `/cms/assignment/people?collection=plan&record_id=${plan}&search=Able`,
        )
      ).map(({ id }) => id),
      [able.id],
    );
    await secrets.behind('update quire_user set active = ? where id = ?', false, able.id);
    const another = await secrets.root.make('/v1/plan', { title: 'Another' });
    assert.equal((await assign(secrets.root, another, able.id)).status, 400);
  });

  it('show nothing of the record once its reader has lost the right, and are back with it', async () => {
    const [one, maker] = [await planner('Loses'), await planner('Makes', 'plan.update')];
    const plan = await secrets.root.make('/v1/plan', { title: 'Hidden title' });
    const note = 'Hidden note';
    const id = await assigned(maker, plan, one.id, { note, due_time: Date.now() + DAY / 2 });
    assert.deepEqual([(await toMe(one)).total, (await told(one)).unread], [1, 1]);
    for (const person of [one, maker])
      await secrets.behind('delete from quire_grant where group_id = ?', person.groupId);
    assert.deepEqual(await toMe(one), NOTHING);
    assert.deepEqual(await byMe(maker), NOTHING);
    assert.deepEqual((await told(one)).items, []);
    for (const [who, by] of [
      ['assignee', one],
      ['maker', maker],
    ] as const)
      for (const request of [
        `GET /cms/assignment/${id}`,
        `DELETE /cms/assignment/${id}`,
        `POST /cms/assignment/${id}/done`,
        'GET /cms/assignment/99999',
      ]) {
        const answer = await by.ask(request);
        assert.equal(answer.status, 404, `${who}: ${request}`);
        assert.ok(!/Hidden/.test(answer.text));
      }
    assert.equal((await maker.patch(`/cms/assignment/${id}`, { due_time: null })).status, 404);
    assert.equal((await secrets.root.get(`/cms/assignment/${id}`)).status, 200);
  });

  it('rest with a deleted record, return with it, and end with it', async () => {
    const one = await planner('Rests');
    const [plan, stays] = [
      await secrets.root.make('/v1/plan', { title: 'Gone' }),
      await secrets.root.make('/v1/plan', { title: 'Stays' }),
    ];
    const id = await assigned(secrets.root, plan, one.id, { note: 'On a plan that goes' });
    const note = 'On a plan that goes too';
    const taken = await assigned(secrets.root, plan, (await planner('Too')).id, { note });
    await secrets.root.done(`DELETE /cms/assignment/${taken}`);
    await assigned(secrets.root, stays, one.id, { note: 'On one that stays' });
    await secrets.root.done(`DELETE /v1/plan/${plan}`);
    assert.equal((await one.get(`/cms/assignment/${id}`)).status, 404);
    assert.deepEqual([(await toMe(one)).total, (await told(one)).unread], [1, 1]);
    await secrets.root.done(`POST /v1/plan/trash/${plan}/restore`);
    assert.equal((await toMe(one)).total, 2);
    await secrets.root.done(`DELETE /v1/plan/${plan}`);
    await secrets.root.done(`DELETE /v1/plan/trash/${plan}`);
    await assignmentSweep(secrets.server.store).run(new AbortController().signal);
    const rest = (await everythingIn(secrets.server.store)).join('\n');
    assert.ok(!rest.includes('On a plan that goes') && rest.includes('On one that stays'));
  });

  it('go with the assignee who is erased, and lose the notes of the author who is', async () => {
    const [leaves, author, keeps] = [
      await secrets.person([(await planner('Reads')).groupId], 'leaving.soon'),
      await secrets.person([(await planner('Changes', 'plan.update')).groupId], 'leaving.too'),
      await planner('Keeps'),
    ];
    const plan = await secrets.root.make('/v1/plan', { title: 'Erased' });
    await assigned(secrets.root, plan, leaves.id, { note: 'For the one who leaves' });
    const kept = await assigned(author, plan, keeps.id, { note: 'By the one who leaves' });
    for (const [person, username] of [
      [leaves, 'leaving.soon'],
      [author, 'leaving.too'],
    ] as const)
      await secrets.root.done(`POST /cms/admin/user/${person.id}/erasure`, { username });
    await until(
      async () =>
        !(await everythingIn(secrets.server.store)).some((one) => /one who leaves|leaving\./.test(one)),
    );
    const { items } = await ofRecord(secrets.root, plan);
    assert.deepEqual(
      items.map(({ id, note, user }) => [id, note, user.id]),
      [[kept, '', keeps.id]],
    );
  });
});

describe('assignments where few people know each other', () => {
  it('are made to those whom the author may know', async () => {
    const [writer, stranger] = [await sets.granted('article.write'), await sets.person()];
    const article = await writer.make('/v1/article', { title: 'Strangers' });
    const ask = (user_id: number) =>
      writer.post('/cms/assignment', { collection: 'article', record_id: article, user_id });
    assert.equal((await ask(stranger.id)).status, 400);
    await stranger.make('/cms/comment', { collection: 'article', record_id: article, text: 'Here I am' });
    assert.equal((await ask(stranger.id)).status, 201);
    assert.equal((await ask(writer.id)).status, 201, 'to themselves');
  });

  it('are of drafts where a collection has them', async () => {
    const [writer, reader] = [await sets.granted('article.write'), await sets.person()];
    const essay = await writer.make('/v1/essay', { title: 'Draft' });
    await sets.root.make('/cms/assignment', { collection: 'essay', record_id: essay, user_id: reader.id });
    assert.deepEqual(
      (await toMe(reader)).items.map(({ record_id, title }) => [record_id, title]),
      [[essay, 'Draft']],
    );
  });
});

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { makeAdmitTask } from '../../../server/access/admission/admit-task.ts';
import { makeFindKey } from '../../../server/access/api-keys/find-key.ts';
import { makeFindUser } from '../../../server/access/sign-in/actors.ts';
import { findCommentNotifications } from '../../../server/features/comments/find-notifications.ts';
import { notificationSchedule } from '../../../server/features/notifications/mail-notifications.ts';
import { makeOwnMail } from '../../../server/mail/own-mail.ts';
import type { Client } from '../../support/client.ts';
import { freshApp, type Person } from '../../support/fresh-app.ts';
import { accountApp } from '../../support/sign-in/account-mails.ts';
import { until } from '../../support/until.ts';
import { everythingIn } from '../../support/whole-database.ts';

interface Told {
  readonly key: string;
  readonly text: string;
  readonly detail: string;
  readonly page: string;
  readonly read: boolean;
  readonly time: number;
}
interface Page {
  readonly items: readonly Told[];
  readonly unread: number;
  readonly by_mail: boolean;
  readonly can_mail: boolean;
}

const app = await freshApp({ contentDir: 'test/content/secrets', language: 'en' });
const mailing = await accountApp({ contentDir: 'test/content/secrets', language: 'en' });
const sets = await freshApp({ contentDir: 'test/content/sets', language: 'en' });
const told = (by: Client) => by.read<Page>('/cms/notification');
const textsFor = async (by: Client) => (await told(by)).items.map(({ text }) => text);
const say = (by: Client, record_id: number, text: string) =>
  by.make('/cms/comment', { collection: 'plan', record_id, text });
const planner = async (nickname: string) => {
  const person = await app.granted('plan.read');
  await person.done('PUT /cms/user', { nickname });
  return person;
};

describe('what concerns a user', () => {
  let [ann, bo]: Person[] = [];
  let plan: number;
  before(async () => {
    [ann, bo] = [await planner('Ann'), await planner('Bo')];
    plan = await app.root.make('/v1/plan', { title: 'Ours' });
  });

  it('is a comment that mentions them, and a reply after they have written', async () => {
    assert.ok(ann && bo);
    const thread = await say(ann, plan, `Look, <@${bo.id}>`);
    assert.deepEqual(await textsFor(bo), [`Ann mentioned you in a comment on Plan ${plan}`]);
    const [first] = (await told(bo)).items;
    assert.deepEqual(
      [first?.detail, first?.page, first?.read],
      ['Look, @Bo', `/collections/plan/${plan}`, false],
    );
    assert.deepEqual(await textsFor(ann), [], 'not their own');
    await app.root.make(`/cms/comment/${thread}/reply`, { text: 'before' });
    await bo.make(`/cms/comment/${thread}/reply`, { text: 'I do' });
    await app.root.make(`/cms/comment/${thread}/reply`, { text: 'after' });
    const details = async (by: Client) => (await told(by)).items.map(({ detail }) => detail).toSorted();
    assert.deepEqual(await details(bo), ['Look, @Bo', 'after']);
    assert.deepEqual(await details(ann), ['I do', 'after', 'before']);
  });

  it('is a mention that a change brings, and none that a change takes away', async () => {
    const [one, two] = [await planner('One'), await planner('Two')];
    const thread = await say(one, plan, 'Nobody');
    await one.done(`PATCH /cms/comment/${thread}`, { text: `You, <@${two.id}>` });
    const { items, unread } = await told(two);
    assert.equal(unread, 1);
    await two.done('POST /cms/notification/read', { until: items[0]?.time });
    await one.done(`PATCH /cms/comment/${thread}`, { text: `You indeed, <@${two.id}>` });
    assert.equal((await told(two)).unread, 0, 'told once');
    await one.done(`PATCH /cms/comment/${thread}`, { text: 'Nobody again' });
    assert.deepEqual((await told(two)).items, []);
  });

  it('is read one by one, or all together', async () => {
    const [one, two] = [await planner('Reads'), await planner('Writes')];
    for (const words of ['first', 'second', 'third']) await say(two, plan, `${words} <@${one.id}>`);
    const { items, unread } = await told(one);
    assert.equal(unread, 3);
    await one.done('POST /cms/notification/read', { keys: [items[1]?.key] });
    assert.equal((await told(one)).unread, 2);
    await one.done('POST /cms/notification/read', { keys: [items[0]?.key], until: 1 });
    assert.equal((await told(one)).unread, 1);
    await one.done('POST /cms/notification/read', { until: items[0]?.time });
    assert.equal((await told(one)).unread, 0);
    assert.ok((await told(one)).items.every(({ read }) => read));
    await say(two, plan, `fourth <@${one.id}>`);
    assert.equal((await told(one)).unread, 1);
    assert.equal((await told(two)).unread, 0);
  });

  it('ends with the right to read it, and leaves no word, no count and no name', async () => {
    const [one, two] = [await planner('Loses'), await planner('Keeps')];
    await say(two, plan, `A word for <@${one.id}> alone`);
    assert.equal((await told(one)).unread, 1);
    await app.behind('delete from quire_grant where group_id = ?', one.groupId);
    const { text } = await one.get('/cms/notification');
    assert.deepEqual(JSON.parse(text), { items: [], unread: 0, by_mail: false, can_mail: false });
  });

  it('ends with the record, and returns with it', async () => {
    const [one, two] = [await planner('Record'), await planner('Gone')];
    const other = await app.root.make('/v1/plan', { title: 'Goes' });
    await say(two, other, `Here <@${one.id}>`);
    await app.root.done(`DELETE /v1/plan/${other}`);
    assert.deepEqual(await textsFor(one), []);
    await app.root.done(`POST /v1/plan/trash/${other}/restore`);
    assert.equal((await told(one)).unread, 1);
  });

  it('is for users who have signed in, and for no program', async () => {
    const service = await app.root.make('/cms/service-user', { username: 'robot' });
    const { key } = await app.root.done<{ key: string }>('POST /cms/key', { user_id: service, name: 'all' });
    for (const [who, by] of [
      ['nobody', app.nobody],
      ['a program', app.as(key)],
    ] as const)
      for (const request of [
        'GET /cms/notification',
        'POST /cms/notification/read',
        'PUT /cms/notification/mail',
      ])
        assert.equal(
          (await by.ask(request, request.startsWith('GET') ? undefined : {})).status,
          401,
          `${who}: ${request}`,
        );
    for (const wrong of [
      { keys: ['x'.repeat(61)] },
      { keys: Array.from({ length: 101 }, () => 'x') },
      { until: 'now' },
      { all: true },
    ])
      assert.equal((await app.root.post('/cms/notification/read', wrong)).status, 400);
  });
});

describe('change sets that concern a user', () => {
  it('are those that wait for their decision, and decisions on their own', async () => {
    const author = await sets.granted('article.write');
    const editor = await sets.granted('article.write');
    const reader = await sets.person();
    const set = await author.make('/v1/change-set', {
      title: 'Better',
      items: [{ record: 'article', action: 'create', values: { title: 'Waiting' } }],
    });
    assert.deepEqual(await textsFor(editor), [], 'a draft');
    await author.done(`POST /v1/change-set/${set}/submit`);
    const waits = [`A change set of ${author.username} waits for your decision: Better`];
    for (const [who, by, expected] of [
      ['an editor', editor, waits],
      ['root', sets.root, waits],
      ['a reader', reader, []],
      ['the author', author, []],
    ] as const)
      assert.deepEqual(await textsFor(by), expected, who);
    await editor.done(`POST /v1/change-set/${set}/approve`, { version: 2, apply: true });
    assert.deepEqual(await textsFor(editor), []);
    assert.deepEqual(await textsFor(author), [`${editor.username} applied your change set: Better`]);
  });
});

describe('plans that concern a user', () => {
  it('are their own, once they have failed, while they may read the draft', async () => {
    const [publisher, other] = [await sets.granted('essay.publish'), await sets.granted('essay.publish')];
    const id = await publisher.make('/v1/essay', { note: 'without a title' });
    await publisher.done(`POST /v1/essay/${id}/publish`, { at: Date.now() + 1500 });
    assert.deepEqual(await textsFor(publisher), []);
    await until(async () => (await told(publisher)).unread === 1);
    const [failed] = (await told(publisher)).items;
    assert.deepEqual(
      [failed?.text, failed?.page],
      [`Essay ${id} could not be published or unpublished as planned`, `/collections/essay/${id}`],
    );
    assert.deepEqual(await textsFor(other), []);
    await publisher.done(`DELETE /v1/essay/${id}`);
    assert.deepEqual(await textsFor(publisher), []);
  });
});

describe('imports that concern a user', () => {
  it('are their own, once they have ended', async () => {
    const [writer, other] = [await sets.granted('article.write'), await sets.granted('article.write')];
    await writer.post('/v1/article/import?format=json', JSON.stringify([{ title: 'Imported' }]), {
      headers: { 'content-type': 'application/octet-stream' },
    });
    await until(async () => (await told(writer)).unread === 1);
    assert.deepEqual(await textsFor(writer), ['Article: your import or bulk change is done']);
    assert.deepEqual(await textsFor(other), []);
  });
});

describe('notifications by mail', () => {
  const { store } = mailing.server;
  const finders = { findUser: makeFindUser(store), findKey: makeFindKey(store, { letsAppsIn: false }) };
  const schedule = notificationSchedule({
    store,
    admitTask: makeAdmitTask({ database: store.database, ...finders, switchedOff: new Set() }),
    finders: [findCommentNotifications(store)],
    mail: makeOwnMail({ settings: mailing.settings, store, toUrl: (path) => path, mails: [] }),
  });
  const runNow = () => schedule.run(new AbortController().signal);
  /** Lets two minutes pass, and the schedule run twice. */
  const pass = async () => {
    await mailing.behind('update quire_comment set create_time = create_time - 120000');
    await mailing.behind('update quire_mention set time = time - 120000');
    await mailing.behind('update quire_notification_state set mailed_time = mailed_time - 120000');
    for (let turn = 0; turn < 2; turn += 1) await runNow();
  };

  it('come once, to those who wish, with nothing of what is said', async () => {
    const [wishes, rather, loses, author] = await Promise.all(
      ['wishes', 'rather', 'loses', 'author'].map(async (name) => {
        const person = await mailing.granted('plan.read');
        await person.done('PUT /cms/user', { nickname: name });
        await mailing.root.done(`PUT /cms/admin/user/${person.id}`, { email: `${name}@mail.test` });
        return person;
      }),
    );
    assert.ok(wishes && rather && loses && author);
    assert.equal((await told(wishes)).can_mail, true);
    for (const by of [wishes, loses]) await by.done('PUT /cms/notification/mail', { by_mail: true });
    assert.equal((await told(wishes)).by_mail, true);
    const plan = await mailing.root.make('/v1/plan', { title: 'Hidden title' });
    const all = [wishes, rather, loses].map(({ id }) => `<@${id}>`).join(' ');
    await author.make('/cms/comment', { collection: 'plan', record_id: plan, text: `Hidden words ${all}` });
    await mailing.behind('delete from quire_grant where group_id = ?', loses.groupId);
    await runNow();
    assert.deepEqual(await mailing.mailsTo('wishes@mail.test'), [], 'not within a minute');
    await pass();
    const sent = await mailing.mailsTo('wishes@mail.test');
    assert.deepEqual(
      sent.map(({ subject }) => subject),
      ['Something concerns you'],
    );
    assert.match(String(sent[0]?.text), RegExp(`author mentioned you in a comment on Plan ${plan}`));
    assert.ok(!/Hidden/.test(String(sent[0]?.text)));
    for (const name of ['rather', 'loses', 'author'])
      assert.deepEqual(await mailing.mailsTo(`${name}@mail.test`), [], name);
    await pass();
    assert.equal((await mailing.mailsTo('wishes@mail.test')).length, 1);
    await wishes.done('PUT /cms/notification/mail', { by_mail: false });
    await author.make('/cms/comment', { collection: 'plan', record_id: plan, text: `More <@${wishes.id}>` });
    await pass();
    assert.equal((await mailing.mailsTo('wishes@mail.test')).length, 1);
  });

  it('cannot be sent to users without an address', async () => {
    assert.equal((await told(await mailing.person())).can_mail, false);
  });

  it('end with an erased person', async () => {
    const gone = await mailing.granted('plan.read');
    await gone.done('PUT /cms/notification/mail', { by_mail: true });
    await mailing.root.done(`POST /cms/admin/user/${gone.id}/erasure`, { username: gone.username });
    const isKept = async () =>
      (await everythingIn(store)).some(
        (one) => /^quire_(notification_state|mention):/.test(one) && one.includes(`"${gone.id}"`),
      );
    await until(async () => !(await isKept()));
  });
});

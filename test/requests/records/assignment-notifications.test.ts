import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makeAdmitTask } from '../../../server/access/admission/admit-task.ts';
import { makeFindKey } from '../../../server/access/api-keys/find-key.ts';
import { makeFindUser } from '../../../server/access/sign-in/actors.ts';
import { findAssignmentNotifications } from '../../../server/features/assignments/find-notifications.ts';
import { notificationSchedule } from '../../../server/features/notifications/mail-notifications.ts';
import { makeOwnMail } from '../../../server/mail/own-mail.ts';
import type { Client } from '../../support/client.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { accountApp } from '../../support/sign-in/account-mails.ts';

interface Told {
  readonly items: readonly {
    readonly text: string;
    readonly detail: string;
    readonly page: string;
    readonly read: boolean;
  }[];
  readonly unread: number;
}

const secrets = await freshApp({ contentDir: 'test/content/secrets', language: 'en' });
const mailing = await accountApp({ contentDir: 'test/content/secrets', language: 'en' });

const DAY = 86_400_000;
const assigned = (by: Client, record_id: number, user_id: number, more: object = {}) =>
  by.make('/cms/assignment', { collection: 'plan', record_id, user_id, ...more });
const told = (by: Client) => by.read<Told>('/cms/notification');
const textsFor = async (by: Client) => (await told(by)).items.map(({ text }) => text);

describe('assignments that the bell tells', () => {
  it('are new ones, and those that are due or overdue, each once', async () => {
    const one = await secrets.granted('plan.read');
    const plan = await secrets.root.make('/v1/plan', { title: 'Bell' });
    const id = await assigned(secrets.root, plan, one.id, {
      note: 'Please',
      due_time: Date.now() + 3 * DAY,
    });
    const { items } = await told(one);
    const [first] = items;
    assert.match(String(first?.text), RegExp(`^\\S+ assigned Plan ${plan} to you$`));
    assert.deepEqual(
      [items.length, first?.detail, first?.page, first?.read],
      [1, 'Please', `/collections/plan/${plan}`, false],
    );
    assert.deepEqual(await textsFor(secrets.root), [], 'not who made it');
    await one.done('POST /cms/notification/read', { until: Date.now() });
    const due = (time: number) =>
      secrets.behind(
        'update quire_assignment set due_time = ?, due_set_time = ? where id = ?',
        time,
        Date.now() - 1,
        id,
      );
    await secrets.behind('update quire_notification_state set seen_time = ?', Date.now() - 1000);
    await secrets.behind('update quire_assignment set create_time = ? where id = ?', Date.now() - DAY, id);
    await due(Date.now() + 2 * DAY);
    assert.equal((await told(one)).unread, 0);
    await due(Date.now() + DAY / 2);
    assert.deepEqual((await textsFor(one))[0], `Plan ${plan}, assigned to you, is due within a day`);
    await due(Date.now() - 1);
    assert.deepEqual((await textsFor(one))[0], `Plan ${plan}, assigned to you, is overdue`);
    assert.equal((await told(one)).unread, 1);
    await one.done(`POST /cms/assignment/${id}/done`);
    assert.deepEqual(await textsFor(one), []);
  });

  it('are of others alone, but for the time of one’s own', async () => {
    const own = await secrets.granted('plan.read', 'plan.update');
    const plan = await secrets.root.make('/v1/plan', { title: 'Own' });
    const id = await assigned(own, plan, own.id, { due_time: Date.now() + DAY });
    assert.deepEqual(await textsFor(own), []);
    await secrets.behind('update quire_assignment set due_time = ? where id = ?', Date.now() - 1, id);
    assert.deepEqual(await textsFor(own), [`Plan ${plan}, assigned to you, is overdue`]);
  });

  it('come by mail once, to those who wish, without their notes', async () => {
    const { store } = mailing.server;
    const finders = { findUser: makeFindUser(store), findKey: makeFindKey(store, { letsAppsIn: false }) };
    const schedule = notificationSchedule({
      store,
      admitTask: makeAdmitTask({ database: store.database, ...finders, switchedOff: new Set() }),
      finders: [findAssignmentNotifications(store)],
      mail: makeOwnMail({ settings: mailing.settings, store, toUrl: (path) => path, mails: [] }),
    });
    const [wishes, rather] = [await mailing.granted('plan.read'), await mailing.granted('plan.read')];
    for (const [person, name] of [
      [wishes, 'wishes'],
      [rather, 'rather'],
    ] as const)
      await mailing.root.done(`PUT /cms/admin/user/${person.id}`, { email: `${name}@mail.test` });
    await wishes.done('PUT /cms/notification/mail', { by_mail: true });
    const plan = await mailing.root.make('/v1/plan', { title: 'Hidden title' });
    for (const { id } of [wishes, rather]) await assigned(mailing.root, plan, id, { note: 'Hidden note' });
    await mailing.behind('update quire_assignment set create_time = create_time - 120000');
    await mailing.behind('update quire_notification_state set mailed_time = mailed_time - 180000');
    for (let turn = 0; turn < 2; turn += 1) await schedule.run(new AbortController().signal);
    const sent = await mailing.mailsTo('wishes@mail.test');
    assert.equal(sent.length, 1);
    assert.match(String(sent[0]?.text), RegExp(`assigned Plan ${plan} to you`));
    assert.ok(!/Hidden/.test(String(sent[0]?.text)));
    assert.deepEqual(await mailing.mailsTo('rather@mail.test'), []);
  });
});

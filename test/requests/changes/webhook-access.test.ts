import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { membership } from '../../../server/access/accounts/membership.collection.ts';
import { systemContext } from '../../../server/records/store/write-context.ts';
import type { Change } from '../../support/bodies.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { webhookReceiver } from '../../support/servers/webhook-receiver.ts';
import { until } from '../../support/until.ts';

const SUBJECTS = ['user', 'group', 'membership', 'grant', 'key'];
const app = await freshApp({ contentDir: 'test/content/rules', webhookNetworks: ['127.0.0.0/8'] });
const far = await webhookReceiver();
const granted = await app.granted('webhook.manage');
const { root } = app;
const told = (path: string) =>
  far.at(path).map(({ body: { type, data } }): Readonly<Record<string, unknown>> => ({ ...data, type }));
const make = (path: string, more: object) =>
  root.done<{ id: number }>('POST /cms/webhook', { name: path, url: far.address + path, ...more });

describe('a webhook of users and access', () => {
  it('gets what happens to accounts, by ids, in order, without values', async () => {
    await make('/users', { records: [], access: SUBJECTS });
    const group = await root.make('/cms/admin/group', { name: 'press', info: 'hidden words' });
    const user = await root.make('/cms/user/register', {
      ...{ username: 'newcomer', email: 'hidden@example.com', group_ids: [group] },
      ...{ password: 'hidden words 1', confirm_password: 'hidden words 1' },
    });
    await root.done(`PUT /cms/admin/user/${user}`, { email: 'hidden2@example.com', group_ids: [group] });
    await root.done(`DELETE /cms/admin/user/${user}/activation`);
    await root.done(`PUT /cms/admin/user/${user}/activation`);
    await root.done(`DELETE /cms/admin/user/${user}`);
    for (const last of ['access.user.deleted', 'access.membership.created', 'access.group.created'])
      await until(() => told('/users').some(({ type }) => type === last)); // in order about one record only
    const own = told('/users').map(({ type, fields }) => (fields ? `${type} ${fields}` : type));
    for (const [before, after] of own.filter((type) => String(type).startsWith('access.user')).entries())
      assert.equal(
        after,
        [
          'access.user.created',
          'access.user.updated email',
          'access.user.deactivated',
          'access.user.activated',
          'access.user.deleted',
        ][before],
      );
    assert.ok(own.includes('access.group.created'));
    const joined = told('/users').find(({ type }) => type === 'access.membership.created');
    assert.deepEqual([joined?.user, joined?.group, joined?.by], [user, group, 1]);
    for (const { text } of far.at('/users')) assert.ok(!text.includes('hidden'), text);
  });

  it('names the permissions of grants by their keys, and API keys without them', async () => {
    await make('/grants', { records: [], access: ['grant', 'key'] });
    const group = await app.groupWith('webhook.manage');
    await until(() => told('/grants').some(({ type }) => type === 'access.grant.created'));
    const [given] = told('/grants');
    assert.deepEqual([given?.group, given?.permission], [group, 'webhook.manage']);
    const service = await root.make('/cms/service-user', { username: 'robot', group_ids: [group] });
    const key = await root.done<{ id: number; key: string }>('POST /cms/key', {
      user_id: service,
      name: 'one',
    });
    await root.done(`DELETE /cms/key/${key.id}`);
    await until(() => told('/grants').some(({ type }) => type === 'access.key.deleted'));
    const ofKeys = told('/grants').filter(({ subject }) => subject === 'key');
    assert.deepEqual(
      ofKeys.map(({ type, key: id, user }) => [type, id, user]),
      [
        ['access.key.created', key.id, service],
        ['access.key.deleted', key.id, service],
      ],
    );
    for (const { text } of far.at('/grants')) assert.ok(!text.includes(key.key.slice(-20)));
  });

  it('gets the subjects and events that it asks for', async () => {
    await make('/closed', { records: [], access: ['user'], events: ['deactivated'] });
    const person = await app.person();
    await root.done(`DELETE /cms/admin/user/${person.id}/activation`);
    await until(() => told('/closed').length >= 1);
    assert.deepEqual(
      told('/closed').map(({ type, user }) => [type, user]),
      [['access.user.deactivated', person.id]],
    );
  });

  it('gets none of them unless it asks', async () => {
    await make('/rows', { records: ['post'] });
    await app.person();
    const id = await root.make('/v1/post', { title: 'a record', state: 'published' });
    await until(() => told('/rows').length >= 1);
    assert.deepEqual(
      told('/rows').map(({ type, row: record }) => [type, record]),
      [['post.created', id]],
    );
  });

  it('is no way around the feed of changes, which has nothing of them', async () => {
    await app.person();
    const items = await root.list<Change>('/v1/changes?count=500');
    assert.deepEqual(
      items.filter(({ record }) => record.startsWith('quire_')),
      [],
    );
  });
});

describe('who may ask for users and access', () => {
  const body = { name: 'x', url: `${far.address}/who`, access: ['user'] };
  it('those who may make webhooks may not', async () => {
    assert.equal((await granted.post('/cms/webhook', body)).status, 400);
    const id = await granted.make('/cms/webhook', { ...body, access: null });
    assert.equal((await granted.ask(`PATCH /cms/webhook/${id}`, { access: ['user'] })).status, 400);
    // It would be told with the rights of its creator.
    assert.equal((await root.ask(`PATCH /cms/webhook/${id}`, { access: ['user'] })).status, 400);
  });

  it('super administrators may', async () => {
    assert.equal((await root.post('/cms/webhook', body)).status, 201);
    assert.equal((await root.post('/cms/webhook', { ...body, access: ['session'] })).status, 400);
  });

  it('former super administrators get nothing more', async () => {
    const chief = await app.person();
    const { store } = app.server;
    const context = systemContext('a test');
    const given = { user_id: BigInt(chief.id), group_id: 1n };
    const joined = await store.write(context, (writes) => writes.create(membership, given));
    const path = '/chief';
    const id = await chief.make('/cms/webhook', {
      ...body,
      url: far.address + path,
    });
    await store.write(context, (writes) => writes.remove(membership, joined));
    const shown = () => root.read<{ state: string; problem: string }>(`/cms/webhook/${id}`);
    await until(async () => (await shown()).state === 'paused');
    assert.deepEqual(far.at(path), []);
  });
});

describe('a delivery that is sent once more', () => {
  interface Delivered {
    readonly id: number;
    readonly state: string;
    readonly body: string;
    readonly problem: string | null;
  }
  it('tells nothing that its creator may no longer learn, and says so', async () => {
    const path = '/late';
    const seeing = await app.groupWith('post.edit', 'person.salaries');
    const one = await app.person([await app.groupWith('webhook.manage'), seeing]);
    const hook = await one.make('/cms/webhook', { name: 'late', url: far.address + path });
    const draft = await root.make('/v1/post', { title: 'hidden by its rule' });
    const open = await root.make('/v1/post', { title: 'open', state: 'published' });
    const person = await root.make('/v1/person', { name: 'Kim', salary: '1.00' });
    await root.done(`PATCH /v1/person/${person}`, { salary: '2.00' });
    await root.done(`PATCH /v1/person/${person}`, { name: 'Kin' });
    await until(() => far.at(path).length >= 5);
    await root.done(`DELETE /cms/admin/user/${one.id}/memberships/${seeing}`);
    const listed = () => one.list<Delivered>(`/cms/webhook/${hook}/delivery`);
    await until(async () => (await listed()).every(({ state }) => state === 'delivered'));
    for (const { id } of await listed())
      await one.done(`POST /cms/webhook/${hook}/delivery/${id}/redelivery`);
    await until(async () => (await listed()).every(({ state }) => state !== 'waiting'));
    const outcomes = (await listed()).map(({ body, state, problem }) => {
      const { record, id, event, fields } = JSON.parse(body).data;
      return [record, id, event, fields?.join(), state, problem !== null].join(' ');
    });
    assert.deepEqual(outcomes.sort(), [
      `person ${person} created  delivered false`,
      `person ${person} updated name delivered false`,
      `person ${person} updated salary failed true`,
      `post ${draft} created  failed true`,
      `post ${open} created  delivered false`,
    ]);
    const again = far.at(path).slice(5);
    assert.equal(again.length, 3);
    for (const { body, text } of again)
      assert.ok((body.data.record !== 'post' || body.data.id === open) && !text.includes('salary'));
  });
});

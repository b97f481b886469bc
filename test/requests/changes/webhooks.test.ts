// Takes long: messages are repeated after pauses, until they are taken or the webhook is paused.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import { delivery } from '../../../server/features/webhooks/delivery.collection.ts';
import type { Delivery } from '../../support/bodies.ts';
import type { Client } from '../../support/client.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { type Received, webhookReceiver } from '../../support/servers/webhook-receiver.ts';
import { until } from '../../support/until.ts';

const app = await freshApp({ contentDir: 'test/content/rules', webhookNetworks: ['127.0.0.0/8'] });
const far = await webhookReceiver();
const granted = await app.granted('webhook.manage');

const ENDED = {
  en: 'the account, the key or the permission by which it was made has ended',
  zh: '创建它的账号、密钥或权限已失效',
} as const;
const make = async (by: Client, path: string, more: object = {}) =>
  by.done<{ id: number; secret: string }>('POST /cms/webhook', {
    name: path,
    url: far.address + path,
    ...more,
  });
const deliveries = async (id: number, query = '') =>
  await app.root.list<Delivery>(`/cms/webhook/${id}/delivery${query}`);
const typesAt = (path: string) => far.at(path).map(({ body }) => body.type);
const write = async (title: string) => {
  const id = await app.root.make('/v1/post', { title, state: 'published' });
  return id;
};

describe('a webhook', () => {
  it('is told what its creator may see, signed, and not what they may not', async () => {
    const { id, secret } = await make(granted, '/seen', { records: ['post'] });
    const seen = await write('seen');
    const hidden = await app.root.done<{ id: number }>('POST /v1/post', { title: 'draft' });
    await app.root.done(`PATCH /v1/post/${seen}`, { title: 'seen again' });
    await app.root.done(`DELETE /v1/post/${seen}`);
    await until(() => far.at('/seen').length >= 3);
    assert.deepEqual(typesAt('/seen'), ['post.created', 'post.updated', 'post.deleted']);
    assert.deepEqual(
      far.at('/seen').map(({ body }) => body.data.row),
      [seen, seen, seen],
    );
    assert.ok(
      far.at('/seen').every(({ text }) => !text.includes('seen again')),
      'values are not told',
    );
    assert.ok(!far.at('/seen').some(({ body }) => body.data.row === hidden.id));
    for (const { headers, text } of far.at('/seen')) {
      const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`;
      const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
      const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
      assert.equal(headers['webhook-signature'], expected);
    }
    await until(async () => (await deliveries(id, '?state=delivered')).length === 3);
  });

  it('goes on with the trace of the request that made the change, in a step of its own; without one it begins none', async () => {
    await make(app.root, '/traced', { records: ['post'] });
    const traces = ['4bf92f3577b34da6a3ce929d0e0e4736', 'a'.repeat(32)];
    const headers = [
      `00-${traces[0]}-00f067aa0ba902b7-01`,
      `00-${traces[1]}-00f067aa0ba902b7-00`,
      '00-no trace-00f067aa0ba902b7-01',
      undefined,
    ];
    for (const [place, traceparent] of headers.entries()) {
      const sent = { token: app.root.access, body: { title: `traced ${place}` } };
      await app.send('POST', '/v1/post', { ...sent, ...(traceparent && { headers: { traceparent } }) });
      await until(() => far.at('/traced').length > place);
    }
    const [recorded, unrecorded, ...others] = far.at('/traced').map((one) => one.headers.traceparent);
    assert.match(String(recorded), new RegExp(`^00-${traces[0]}-[0-9a-f]{16}-01$`));
    assert.match(String(unrecorded), new RegExp(`^00-${traces[1]}-[0-9a-f]{16}-00$`));
    assert.deepEqual(others, [undefined, undefined]);
    for (const header of [recorded, unrecorded])
      assert.doesNotMatch(String(header), /00f067aa0ba902b7|0{16}/);
  });

  it('is told of the events and collections that it asks for', async () => {
    await make(app.root, '/some', { records: ['post'], events: ['deleted'] });
    const id = await write('some');
    await app.root.done(`DELETE /v1/post/${id}`);
    await until(() => far.at('/some').length >= 1);
    assert.deepEqual(typesAt('/some'), ['post.deleted']);
  });

  it('gets a message again until it takes it, always the same; redirects are not followed', async () => {
    far.answers.set('/busy', 503);
    const { id } = await make(app.root, '/busy', { events: ['created'] });
    await write('busy');
    await until(async () => (await deliveries(id))[0]?.tries === 1);
    const [failed] = await deliveries(id);
    assert.deepEqual([failed?.state, failed?.status, failed?.answer], ['waiting', 503, 'no, thank you']);
    far.answers.set('/busy', 302);
    await until(async () => (await deliveries(id))[0]?.status === 302);
    far.answers.set('/busy', 200);
    await until(async () => (await deliveries(id, '?state=delivered')).length === 1);
    const ids = far.at('/busy').map(({ headers }) => headers['webhook-id']);
    assert.equal(new Set(ids).size, 1);
    assert.equal(new Set(far.at('/busy').map(({ text }) => text)).size, 1);
    assert.deepEqual(far.at('/elsewhere'), []);
  });

  it('that is gone is paused, and goes on with what it missed', async () => {
    far.answers.set('/gone', 410);
    const { id } = await make(app.root, '/gone', { events: ['created'] });
    await write('gone');
    const state = async () => (await app.root.read<{ state: string }>(`/cms/webhook/${id}`)).state;
    await until(async () => (await state()) === 'paused');
    const missed = await write('missed');
    far.answers.delete('/gone');
    await app.root.done(`PATCH /cms/webhook/${id}`, { state: 'active' });
    await until(() => far.at('/gone').some(({ body }) => body.data.row === missed));
    const [lost] = await deliveries(id, '?state=failed');
    assert.ok(lost);
    await app.root.done(`POST /cms/webhook/${id}/delivery/${lost.id}/redelivery`);
    await until(async () => (await deliveries(id, '?state=delivered')).length === 2);
  });

  it('that fails takes one line of the log, and one more when it is paused', async ({ mock }) => {
    const lines: string[] = [];
    mock.method(app.server.app.log, 'warn', (line: string) => lines.push(line));
    mock.method(app.server.app.log, 'error', (_: unknown, line: string) => lines.push(line));
    far.answers.set('/log', 503);
    const { id } = await make(app.root, '/log', { events: ['created'] });
    for (const title of ['log', 'log again', 'and again']) await write(title);
    const tries = async () => (await deliveries(id)).reduce((sum, one) => sum + one.tries, 0);
    await until(async () => (await tries()) >= 5);
    far.answers.set('/log', 410);
    await until(async () => (await app.root.read(`/cms/webhook/${id}`)).state === 'paused');
    await until(() => lines.some((line) => line.includes('is paused')));
    assert.deepEqual(lines.filter((line) => line.startsWith(`webhook ${id} `)).length, 2, lines.join('\n'));
    assert.deepEqual(
      lines.filter((line) => line.includes('webhook delivery')),
      [],
    );
  });

  it('is signed by both secrets while they overlap, and by the new one alone after', async () => {
    const { id } = await make(app.root, '/rotated', { events: ['left'] });
    for (const [overlap, signatures] of [
      [60, 2],
      [0, 1],
    ] as const) {
      await app.root.done(`POST /cms/webhook/${id}/secret`, { overlap });
      const before = far.at('/rotated').length;
      await app.root.done(`POST /cms/webhook/${id}/test`);
      await until(() => far.at('/rotated').length > before);
      const { headers } = far.at('/rotated').at(-1) as Received;
      assert.equal(String(headers['webhook-signature']).split(' ').length, signatures);
    }
    assert.deepEqual(typesAt('/rotated'), ['webhook.test', 'webhook.test']);
  });

  it('tells nothing more once its creator is deactivated, which the log says', async ({ mock }) => {
    const lines: string[] = [];
    mock.method(app.server.app.log, 'warn', (line: string) => lines.push(line));
    const leaver = await app.granted('webhook.manage');
    const { id } = await make(leaver, '/left');
    await app.root.done(`DELETE /cms/admin/user/${leaver.id}/activation`);
    await write('after');
    const shown = () => app.root.read<{ state: string; problem: string }>(`/cms/webhook/${id}`);
    await until(async () => (await shown()).state === 'paused');
    assert.equal((await shown()).problem, ENDED.zh);
    for (const path of [`/cms/webhook/${id}`, '/cms/webhook?count=100']) {
      const { text } = await app.root.get(path, { headers: { 'accept-language': 'en' } });
      assert.ok(text.includes(ENDED.en) && !text.includes(ENDED.zh), path);
    }
    await until(() => lines.includes(`webhook ${id} is paused: ${ENDED.en}`));
    assert.deepEqual(far.at('/left'), []);
  });

  it('tells nothing more once its creator may make none, until they may again', async () => {
    const maker = await app.granted('webhook.manage');
    const { id } = await make(maker, '/lost', { events: ['created'] });
    const path = `/cms/admin/user/${maker.id}`;
    await app.root.done(`PUT ${path}`, { group_ids: [] });
    const missed = await write('without the permission');
    const shown = () => app.root.read<{ state: string; problem: string }>(`/cms/webhook/${id}`);
    await until(async () => (await shown()).state === 'paused');
    assert.equal((await shown()).problem, ENDED.zh);
    assert.deepEqual(far.at('/lost'), []);
    await app.root.done(`PUT ${path}`, { group_ids: [maker.groupId] });
    await maker.done(`PATCH /cms/webhook/${id}`, { state: 'active' });
    await until(() => far.at('/lost').some(({ body }) => body.data.row === missed));
  });

  it('sends nothing that waited once its creator is deactivated', async () => {
    far.answers.set('/waiting', 503);
    const leaver = await app.granted('webhook.manage');
    const { id } = await make(leaver, '/waiting', { events: ['created'] });
    await write('waiting');
    await until(async () => (await deliveries(id))[0]?.tries === 1);
    await app.root.done(`DELETE /cms/admin/user/${leaver.id}/activation`);
    far.answers.set('/waiting', 200);
    const state = async () => (await app.root.read<{ state: string }>(`/cms/webhook/${id}`)).state;
    await until(async () => (await state()) === 'paused');
    assert.deepEqual(await deliveries(id, '?state=delivered'), []);
  });

  it('of a program belongs to its key, and ends with it', async () => {
    const groupId = await app.groupWith('webhook.manage');
    const service = await app.root.make('/cms/service-user', { username: 'shopbot', group_ids: [groupId] });
    const keyed = async (name: string) => {
      const made = await app.root.done<{ id: number; key: string }>('POST /cms/key', {
        user_id: service,
        name,
      });
      return { id: made.id, ...app.as(made.key) };
    };
    const [one, another] = [await keyed('one'), await keyed('another')];
    const { id } = await make(one, '/program');
    assert.equal((await one.ask(`GET /cms/webhook/${id}`)).status, 200);
    assert.equal((await another.ask(`GET /cms/webhook/${id}`)).status, 404);
    await write('of a program');
    await until(() => typesAt('/program').includes('post.created'));
    await app.root.done(`DELETE /cms/key/${one.id}`);
    await write('after its key');
    const state = async () => (await app.root.read<{ state: string }>(`/cms/webhook/${id}`)).state;
    await until(async () => (await state()) === 'paused');
    assert.equal(far.at('/program').length, 1);
  });

  it('and its deliveries are deleted together', async () => {
    const { id } = await make(app.root, '/deleted', { events: ['created'] });
    await write('deleted');
    await until(async () => (await deliveries(id, '?state=delivered')).length === 1);
    await app.root.done(`DELETE /cms/webhook/${id}`);
    const records = await app.server.store.reads.where(delivery, (select) =>
      select.where('webhook_id', '=', BigInt(id)),
    );
    assert.deepEqual(records, []);
  });
});

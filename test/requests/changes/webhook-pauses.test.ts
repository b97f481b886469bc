import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Client } from '../../support/client.ts';
import { webhookReceiver } from '../../support/servers/webhook-receiver.ts';
import { accountApp } from '../../support/sign-in/account-mails.ts';
import { until } from '../../support/until.ts';

const app = await accountApp({
  contentDir: 'test/content/rules',
  webhookNetworks: ['127.0.0.0/8'],
  instances: 2,
});
const far = await webhookReceiver();
const MANAGE = 'webhook.manage';
const ROOT = 'root@home.test';
await app.root.done('PUT /cms/admin/user/1', { email: ROOT });
let count = 0;

/** A user who may make webhooks, with an address that an administrator gave. */
async function maker() {
  const person = await app.granted(MANAGE);
  const address = `maker${++count}@home.test`;
  await app.root.done(`PUT /cms/admin/user/${person.id}`, { email: address, group_ids: [person.groupId] });
  return { ...person, address };
}
type Maker = Awaited<ReturnType<typeof maker>>;

/** A webhook whose receiver is gone. */
async function made(by: Client) {
  const name = `hook${++count}`;
  far.answers.set(`/${name}`, 410);
  const body = { name, url: `${far.address}/${name}`, events: ['created'], records: ['post'] };
  const id = await by.make('/cms/webhook', body);
  return { id, name };
}

async function paused(by: Client, cause?: () => Promise<unknown>) {
  const hook = await made(by);
  await cause?.();
  await app.root.done('POST /v1/post', { title: hook.name, state: 'published' });
  await until(async () => (await app.root.read(`/cms/webhook/${hook.id}`)).state === 'paused');
  return hook;
}

/** The mails about a webhook to an address, once all jobs of all servers are done. */
async function mailsAbout(name: string, address: string) {
  const jobs = async (state: string) =>
    (await app.root.read<{ total: number }>(`/cms/job?state=${state}`)).total;
  // One after the other: a job that begins in between is seen running.
  await until(async () => (await jobs('waiting')) === 0 && (await jobs('running')) === 0);
  return (await app.mailsTo(address)).filter(({ subject }) => subject.includes(`“${name}”`));
}

describe('a pause of a webhook', () => {
  it('is mailed once to its creator, in their language, without its address', async () => {
    const one = await maker();
    await app.logIn(one.username, one.password, { headers: { 'accept-language': 'en' } });
    const { name } = await paused(one);
    const [mail, ...more] = await mailsAbout(name, one.address);
    assert.deepEqual(more, []);
    assert.equal(mail?.subject, `The webhook “${name}” is paused`);
    assert.match(mail.text, new RegExp(one.username));
    assert.match(mail.text, /https:\/\/site\.test\/account/);
    assert.doesNotMatch(
      mail.text,
      /127\.0\.0\.1|410/,
      'an address may be a secret, and a problem may hold it',
    );
    assert.deepEqual(await mailsAbout(name, ROOT), []);
  });

  it('is mailed again if it was resumed meanwhile', async () => {
    const one = await maker();
    const { id, name } = await paused(one);
    assert.equal((await mailsAbout(name, one.address)).length, 1);
    await one.done(`PATCH /cms/webhook/${id}`, { state: 'active' });
    await one.done(`POST /cms/webhook/${id}/test`);
    await until(async () => (await mailsAbout(name, one.address)).length === 2);
  });

  it('is mailed to a creator who may make none any more', async () => {
    const one = await maker();
    const { name } = await paused(one, () =>
      app.root.done(`PUT /cms/admin/user/${one.id}`, { email: one.address, group_ids: [] }),
    );
    assert.equal((await mailsAbout(name, one.address)).length, 1);
  });

  const unreached: Record<string, (one: Maker) => Promise<unknown>> = {
    'is deactivated': ({ id }) => app.root.done(`DELETE /cms/admin/user/${id}/activation`),
    'only claims an address': ({ id }) =>
      app.behind("update quire_user set email_standing = 'claimed' where id = ?", id),
  };
  for (const [what, happen] of Object.entries(unreached))
    it(`is mailed to super administrators if the creator ${what}`, async () => {
      const one = await maker();
      const { name } = await paused(one, () => happen(one));
      assert.deepEqual(await mailsAbout(name, one.address), []);
      assert.equal((await mailsAbout(name, ROOT)).length, 1);
    });

  it('is mailed to super administrators if a program made it', async () => {
    const groupId = await app.groupWith(MANAGE);
    const user_id = await app.root.make('/cms/service-user', { username: 'feeder', group_ids: [groupId] });
    const { key } = await app.root.done<{ key: string }>('POST /cms/key', { user_id, name: 'feed' });
    const { name } = await paused(app.as(key));
    assert.equal((await mailsAbout(name, ROOT)).length, 1);
  });

  it('is not mailed if somebody pauses it', async () => {
    const one = await maker();
    const { id, name } = await made(one);
    await one.done(`PATCH /cms/webhook/${id}`, { state: 'paused' });
    assert.deepEqual(await mailsAbout(name, one.address), []);
  });

  it('is mailed to one reader at most twenty times an hour', async () => {
    const makers = [await app.granted(MANAGE), await app.granted(MANAGE)]; // each may make twenty
    const before = (await app.mailsTo(ROOT)).length;
    for (let round = 0; round < 11; round += 1) for (const one of makers) await paused(one);
    await mailsAbout('none', ROOT);
    assert.ok(before > 0 && (await app.mailsTo(ROOT)).length === 20);
  });
});

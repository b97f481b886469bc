// No engine changes its result: the client turns answers into values, and other tests ask the server for them.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PASSWORD } from '../support/fresh-app.ts';
import { callOf, openLibrary } from '../support/library-client.ts';
import { secondFactorsOf } from '../support/sign-in/second-factors.ts';

const { app, base, Quire } = await openLibrary();
const factors = secondFactorsOf(app);
const REQUIRED = { status: 401, code: 10300 };

async function signedIn(username: string) {
  const client = new Quire({ base });
  await client.signIn(username, PASSWORD);
  return client;
}

describe('an account with a second factor', () => {
  it('is signed in to by a code, and then by the device that is remembered', async () => {
    const person = await app.person();
    const { codes } = await factors.setUpApp(person);
    const client = new Quire({ base });
    await assert.rejects(client.signIn(person.username, PASSWORD), REQUIRED);
    assert.equal(await client.signIn(person.username, PASSWORD, { code: String(codes[0]) }), undefined);
    const device = await client.signIn(person.username, PASSWORD, {
      code: String(codes[1]),
      remember_device: true,
    });
    assert.ok(device);
    const again = new Quire({ base });
    await again.signIn(person.username, PASSWORD, { device });
    const { enabled, totp, devices, recovery_codes } = await again.account.factors();
    assert.deepEqual([enabled, totp !== null, devices.length, recovery_codes], [true, true, 1, 8]);
    assert.equal(typeof devices[0]?.id, 'string');
  });
  it('is proved again by a code', async () => {
    const person = await app.person();
    const { codes } = await factors.setUpApp(person);
    const client = new Quire({ base });
    await client.signIn(person.username, PASSWORD, { code: String(codes[0]) });
    await factors.age(person.id);
    const renew = () => client.request('POST', '/cms/user/second-factor/recovery-codes');
    await assert.rejects(renew, { status: 403, code: 10302 });
    await assert.rejects(client.account.prove({ code: '000000' }), { status: 401 });
    await client.account.prove({ code: String(codes[1]) });
    assert.ok((await renew()).recovery_codes);
  });
});

describe('the own account', () => {
  it('lists its sessions and ends them', async () => {
    const { username } = await app.person();
    const [one, other, third] = [
      await signedIn(username),
      await signedIn(username),
      await signedIn(username),
    ];
    const sessions = await one.account.sessions();
    assert.equal(sessions.length, 4, 'with the one that the person was made with');
    const current = (await other.account.sessions()).find((session) => session.current);
    await one.account.endSession(String(current?.id));
    await assert.rejects(callOf(other)('novel', 'list'), { status: 401, code: 10100 });
    await one.account.endOtherSessions();
    await assert.rejects(callOf(third)('novel', 'list'), { status: 401, code: 10100 });
    assert.deepEqual(
      (await one.account.sessions()).map((session) => session.current),
      [true],
    );
  });
  it('tells what it lacks, and why it was refused', async () => {
    const { username } = await app.person();
    const client = await signedIn(username);
    const wanted = { path: '/cms/log', method: 'GET' };
    const access = await client.account.access(wanted);
    assert.deepEqual([access.records, access.missing.map(({ key }) => key)], ['none', ['log.list']]);
    const error = await client.request('GET', '/cms/log').catch((caught) => caught);
    const refusal = await client.account.refusal(error.requestId);
    assert.deepEqual([refusal.path, refusal.status, refusal.missing], ['/cms/log', 401, access.missing]);
    const other = await signedIn((await app.person()).username);
    await assert.rejects(other.account.refusal(error.requestId), { status: 404 });
  });
});

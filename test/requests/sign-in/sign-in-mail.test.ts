import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PASSWORD } from '../../support/fresh-app.ts';
import { type AccountMail, accountApp } from '../../support/sign-in/account-mails.ts';

const app = await accountApp();
const SUBJECTS = { zh: '有人从新的网络登录了您的账号', en: 'Sign-in to your account from a new network' };
let count = 0;

interface Place {
  readonly address: string;
  readonly language?: string;
}

const signIn = (username: string, { address, language }: Place, on = app) =>
  on.logIn(username, PASSWORD, { address, headers: language ? { 'accept-language': language } : {} });
const about = (mails: readonly AccountMail[]) =>
  mails.map(({ subject }) => subject).filter((one) => Object.values(SUBJECTS).includes(one));

/** A user who has an address, an account of some age, and networks that they signed in from. */
async function settled(on = app) {
  const address = `settled${++count}@home.test`;
  const person = await on.member(address);
  await on.behind('update quire_user set create_time = 1 where id = ?', person.id);
  return { ...person, address };
}

describe('a sign-in is told by mail', () => {
  it('if the network is new to the account, once', async () => {
    const person = await settled();
    await signIn(person.username, { address: '127.0.0.1' });
    assert.deepEqual(about(await app.mailsTo(person.address)), []);
    await signIn(person.username, { address: '198.51.100.7' });
    await signIn(person.username, { address: '198.51.100.7' });
    const [mail, ...more] = await app.mailsTo(person.address);
    assert.deepEqual([mail?.subject, more.length], [SUBJECTS.zh, 0]);
    assert.match(mail?.text ?? '', /198\.51\.100\.7/);
    assert.match(mail?.text ?? '', /更改密码/);
    assert.match(mail?.text ?? '', /https:\/\/site\.test\/account/);
  });
  it('again if the network was not used for 90 days', async () => {
    const person = await settled();
    await app.behind('update quire_known_network set time = 1 where user_id = ?', person.id);
    await signIn(person.username, { address: '127.0.0.1' });
    assert.deepEqual(about(await app.mailsTo(person.address)), [SUBJECTS.zh]);
  });
  it('in the language of the owner, not of who signs in', async () => {
    const person = await settled();
    await signIn(person.username, { address: '127.0.0.1', language: 'en' });
    await signIn(person.username, { address: '203.0.113.9', language: 'zh' });
    assert.deepEqual(about(await app.mailsTo(person.address)), [SUBJECTS.en]);
  });
  it('from the console as well', async () => {
    const person = await settled();
    const answer = await app.request('POST', '/cms/console/session', {
      body: { username: person.username, password: PASSWORD },
      headers: { host: 'quire.test', origin: 'https://quire.test', 'x-quire-console': 'new' },
      address: '2001:db8:1:2::7',
    });
    assert.equal(answer.status, 200);
    const [mail] = await app.mailsTo(person.address);
    assert.match(mail?.text ?? '', /2001:db8:1:2::\/64/);
  });
  it('at most four times an hour, whatever strangers ask for', async () => {
    const person = await settled();
    for (let round = 0; round < 4; round += 1) await app.askFor('reset', person.address);
    for (let round = 0; round < 7; round += 1)
      await signIn(person.username, { address: `192.0.2.${round + 1}` });
    assert.equal(about(await app.mailsTo(person.address)).length, 4);
    assert.equal((await signIn(person.username, { address: '192.0.2.99' })).status, 200);
  });
});

describe('no mail tells of', () => {
  it('the first sign-in to a new account', async () => {
    const address = `new${++count}@home.test`;
    const body = { username: `new${count}`, password: PASSWORD, confirm_password: PASSWORD, email: address };
    await app.root.done('POST /cms/user/register', body);
    await signIn(body.username, { address: '198.51.100.8' });
    assert.deepEqual(await app.mailsTo(address), []);
    await signIn(body.username, { address: '198.51.100.9' });
    assert.equal(about(await app.mailsTo(address)).length, 1, 'but of the second');
  });
  it('a wrong password', async () => {
    const person = await settled();
    await app.logIn(person.username, 'not the password', { address: '198.51.100.10' });
    assert.deepEqual(await app.mailsTo(person.address), []);
  });
  it('an account whose address its user only claims', async () => {
    const person = await settled();
    await app.behind("update quire_user set email_standing = 'claimed' where id = ?", person.id);
    await signIn(person.username, { address: '198.51.100.11' });
    assert.deepEqual(await app.mailsTo(person.address), []);
  });
  it('anything where it is switched off', async () => {
    const without = await accountApp({ signInMail: false });
    const person = await settled(without);
    assert.equal((await signIn(person.username, { address: '198.51.100.12' }, without)).status, 200);
    assert.deepEqual(await without.mailsTo(person.address), []);
  });
});

it('what a client calls itself is not in the mail', async () => {
  const person = await settled();
  const headers = { 'user-agent': 'Call 555-0100 at https://evil.test' };
  await app.logIn(person.username, PASSWORD, { address: '198.51.100.13', headers });
  const [mail] = await app.mailsTo(person.address);
  assert.doesNotMatch(mail?.text ?? '', /evil|555/);
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LogLine } from '../../support/bodies.ts';
import { freshApp, PASSWORD } from '../../support/fresh-app.ts';
import { Authenticator } from '../../support/sign-in/authenticator.ts';
import { outcomeOf, secondFactorsOf } from '../../support/sign-in/second-factors.ts';

const app = await freshApp({ language: 'en' });
const other = await freshApp({ databaseUrl: app.settings.databaseUrl, secrets: app.settings.secrets });
const factors = secondFactorsOf(app);
const { path, protectedPerson, logInWith, signInOptions, passkeyLogin, addPasskey } = factors;
const WRONG = [401, 10301];
const REQUIRED = [401, 10300];
let networks = 0;
const from = () => ({ address: `10.2.${Math.floor(++networks / 250)}.${networks % 250}` });

describe('a code of an authenticator app', () => {
  it('works once, on this instance and on another', async () => {
    const { username, app: own } = await protectedPerson();
    const code = own.code();
    assert.equal((await logInWith(username, { code })).status, 200);
    assert.deepEqual(outcomeOf(await logInWith(username, { code })), WRONG);
    assert.deepEqual(outcomeOf(await secondFactorsOf(other).logInWith(username, { code })), WRONG);
    assert.deepEqual(outcomeOf(await logInWith(username, { code: own.code(-1) })), WRONG, 'an older step');
  });

  it('works for one of several at the same moment, on two instances', async () => {
    const { username, app: own } = await protectedPerson();
    const code = own.code();
    const both = [factors, secondFactorsOf(other)];
    const tries = Array.from({ length: 20 }, (_, index) =>
      both[index % 2]?.logInWith(username, { code }, from()),
    );
    const outcomes = (await Promise.all(tries)).map((answer) => answer?.status);
    assert.equal(outcomes.filter((status) => status === 200).length, 1, String(outcomes));
  });

  it('is that of the present step, of the one before or of the one after', async () => {
    const { username, app: own } = await protectedPerson();
    for (const later of [-3, 3, 10])
      assert.deepEqual(outcomeOf(await logInWith(username, { code: own.code(later) }, from())), WRONG);
    assert.equal((await logInWith(username, { code: own.code(1) })).status, 200);
  });

  it('cannot be guessed, also not at the same moment and from everywhere', async () => {
    const { username, app: own, codes, ...person } = await protectedPerson();
    const guesses = Array.from({ length: 30 }, (_, index) =>
      logInWith(username, { code: String(index).padStart(6, '0') }, from()),
    );
    const outcomes = (await Promise.all(guesses)).map(outcomeOf);
    const checked = outcomes.filter(([, code]) => code !== 10140).length;
    assert.ok(checked <= 10, `${checked} guesses were checked`);
    assert.equal((await logInWith(username, { code: own.code() }, from())).status, 429);
    assert.deepEqual(
      await person.outcome('POST /cms/user/reauthentication', { code: own.code() }),
      [429, 10140],
    );
    assert.equal(
      (await logInWith(username, { code: codes[0] }, from())).status,
      200,
      'a recovery code works',
    );
  });

  it('is still taken from where its owner has signed in, while others guess elsewhere', async () => {
    const { username, app: own } = await protectedPerson();
    for (let index = 0; index < 11; index += 1) await logInWith(username, { code: '000000' }, from());
    assert.equal((await logInWith(username, { code: own.code() }, from())).status, 429);
    assert.equal((await logInWith(username, { code: own.code() })).status, 200);
  });

  it('is not asked for before the password was right', async () => {
    const { username, app: own } = await protectedPerson();
    const code = own.code();
    const wrong = await logInWith(username, { password: 'wrong password', code });
    assert.deepEqual(outcomeOf(wrong), [401, 10031]);
    assert.equal((await logInWith(username, { code })).status, 200, 'and was not used up');
  });

  for (const code of ['', ' ', '12345', '1234567', 'abcdef', '１２３４５６', '\u0000'.repeat(6), "' or 1=1"])
    it(`is not ${JSON.stringify(code)}`, async () => {
      const { username } = await protectedPerson();
      assert.ok([400, 401].includes((await logInWith(username, { code })).status));
    });
});

describe('a recovery code', () => {
  it('works for one of several at the same moment, on two instances', async () => {
    const { username, codes } = await protectedPerson();
    const both = [factors, secondFactorsOf(other)];
    const tries = Array.from({ length: 20 }, (_, index) =>
      both[index % 2]?.logInWith(username, { code: codes[0] }, from()),
    );
    const statuses = (await Promise.all(tries)).map((answer) => answer?.status);
    assert.equal(statuses.filter((status) => status === 200).length, 1, String(statuses));
  });

  it('is good for its owner alone', async () => {
    const [one, another] = [await protectedPerson(), await protectedPerson()];
    assert.deepEqual(outcomeOf(await logInWith(one.username, { code: another.codes[0] })), WRONG);
    assert.equal((await logInWith(another.username, { code: another.codes[0] })).status, 200);
  });
});

describe('a passkey', () => {
  it('answers a challenge once, rightly or wrongly', async () => {
    const { device } = await addPasskey(await app.person());
    const asked = await signInOptions();
    assert.equal((await passkeyLogin(device, asked)).status, 200);
    assert.deepEqual(outcomeOf(await passkeyLogin(device, asked)), WRONG);
    const spoilt = await signInOptions();
    const bad = device.answer(spoilt, { origin: 'https://evil.test' });
    await app.nobody.post('/cms/user/passkey/login', { passkey: bad });
    assert.deepEqual(outcomeOf(await passkeyLogin(device, spoilt)), WRONG);
  });

  it('answers once of several at the same moment, on two instances', async () => {
    const { device } = await addPasskey(await app.person());
    const passkey = device.answer(await signInOptions());
    const tries = Array.from({ length: 20 }, (_, index) =>
      (index % 2 ? other : app).nobody.post('/cms/user/passkey/login', { passkey }),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    assert.equal(statuses.filter((status) => status === 200).length, 1, String(statuses));
  });

  const forged: Readonly<Record<string, Parameters<Authenticator['answer']>[1]>> = {
    'a page of another origin': { origin: 'https://evil.test' },
    'a page that looks alike': { origin: 'https://quire.test.evil.test' },
    'a page by plain HTTP': { origin: 'http://quire.test' },
    'another domain': { domain: 'evil.test' },
    'a counter that did not go on': { step: 0 },
    'a counter that went back': { step: -1 },
    'nobody who was verified': { isVerified: false },
    'a registration instead of a sign-in': { type: 'webauthn.create' },
  };
  for (const [what, circumstances] of Object.entries(forged))
    it(`is refused with ${what}`, async () => {
      const person = await app.person();
      const { device } = await addPasskey(person, new Authenticator('https://quire.test', 5));
      assert.equal((await passkeyLogin(device)).status, 200);
      const answer = device.answer(await signInOptions(), circumstances);
      assert.deepEqual(await app.nobody.outcome('POST /cms/user/passkey/login', { passkey: answer }), WRONG);
      const second = { username: person.username, password: PASSWORD, passkey: answer };
      assert.deepEqual(await app.nobody.outcome('POST /cms/user/login', second), WRONG);
    });

  it('of another user is no second factor', async () => {
    const person = await app.person();
    await addPasskey(person);
    const stranger = await addPasskey(await app.person());
    const passkey = stranger.device.answer(await signInOptions());
    assert.deepEqual(outcomeOf(await logInWith(person.username, { passkey })), WRONG);
    await factors.age(person.id);
    const asked = await person.done<{ challenge: string }>('POST /cms/user/reauthentication/options');
    const body = { passkey: stranger.device.answer(asked) };
    assert.deepEqual(await person.outcome('POST /cms/user/reauthentication', body), WRONG);
  });

  it('is bound to the purpose and the session of its challenge', async () => {
    const [person, thief] = [await app.person(), await app.person()];
    const { device } = await addPasskey(person);
    const asked = await person.done<{ challenge: string }>('POST /cms/user/reauthentication/options');
    assert.deepEqual(outcomeOf(await passkeyLogin(device, asked)), WRONG, 'no sign-in with it');
    const registration = await person.done<{ challenge: string }>(`POST ${path}/passkey/options`);
    const name = 'stolen';
    const body = { name, passkey: new Authenticator().register(registration) };
    assert.deepEqual(await thief.outcome(`POST ${path}/passkey`, body), WRONG, 'no registration by another');
    const signIn = await signInOptions();
    const second = { name, passkey: new Authenticator().register(signIn) };
    assert.deepEqual(await person.outcome(`POST ${path}/passkey`, second), WRONG);
  });

  it('is registered once, verified, from the own origin and without certificates', async () => {
    const person = await app.person();
    const options = () => person.done<{ challenge: string }>(`POST ${path}/passkey/options`);
    const device = new Authenticator();
    const add = async (passkey: unknown) =>
      person.outcome(`POST ${path}/passkey`, { name: 'laptop', passkey });
    assert.deepEqual(await add(device.register(await options(), { origin: 'https://evil.test' })), WRONG);
    assert.deepEqual(await add(device.register(await options(), { domain: 'evil.test' })), WRONG);
    assert.deepEqual(await add(device.register(await options(), { isVerified: false })), WRONG);
    for (const form of ['packed', 'fido-u2f', 'tpm', 'apple', 'android-key']) {
      assert.deepEqual(await add(device.register(await options(), {}, form)), WRONG, form);
      const [line] = await app.root.list<LogLine>('/cms/log?count=1');
      assert.ok(
        line?.message.endsWith(`(attestation of the form ${form})`),
        `${line?.message}: no certificate is looked at`,
      );
    }
    const asked = await options();
    assert.deepEqual(await add(device.register(asked)), [201, 0]);
    assert.deepEqual(await add(new Authenticator().register(asked)), WRONG, 'a challenge is good once');
    const stranger = await app.person();
    const again = await stranger.done<{ challenge: string }>(`POST ${path}/passkey/options`);
    const body = { name: 'mine', passkey: device.register(again) };
    assert.deepEqual(await stranger.outcome(`POST ${path}/passkey`, body), [409, 10306]);
  });

  it('is refused, and never an error of the server, whatever is sent', async () => {
    const { device } = await addPasskey(await app.person());
    const good = device.answer(await signInOptions());
    const long = 'A'.repeat(3000);
    const changes = [
      { response: { ...good.response, signature: 'AAAA' } },
      { response: { ...good.response, authenticatorData: 'AAAA' } },
      { response: { ...good.response, authenticatorData: long } },
      { response: { ...good.response, clientDataJSON: 'AAAA' } },
      { response: { ...good.response, clientDataJSON: Buffer.from('null').toString('base64url') } },
      { response: { ...good.response, clientDataJSON: Buffer.from('[]').toString('base64url') } },
      { response: { ...good.response, userHandle: 'MQ' } },
      { response: {} },
      { id: 'AAAA', rawId: 'AAAA' },
      { rawId: 'AAAA' },
      { type: 'password' },
    ];
    for (const change of changes) {
      const { status } = await app.nobody.post('/cms/user/passkey/login', {
        passkey: { ...good, ...change },
      });
      assert.ok([400, 401].includes(status), `${JSON.stringify(change).slice(0, 80)}: ${status}`);
    }
    const person = await app.person();
    for (const attestationObject of ['AAAA', long, 'oA', Buffer.alloc(3000, 0x81).toString('base64url')]) {
      const asked = await person.done<{ challenge: string }>(`POST ${path}/passkey/options`);
      const made = new Authenticator().register(asked);
      const passkey = { ...made, response: { ...made.response, attestationObject } };
      assert.deepEqual(await person.outcome(`POST ${path}/passkey`, { name: 'x', passkey }), WRONG);
    }
  });
});

describe('nobody gets around the second factor', () => {
  it('by an older client, another base, or a field that is not one', async () => {
    const { username } = await protectedPerson();
    for (const base of ['', '/lin2', '/lin3'])
      for (const more of [{}, { code: null }, { code: 0 }, { code: [] }, { passkey: {} }, { device: '' }]) {
        const body = { username, password: PASSWORD, ...more };
        const { status, text } = await app.request('POST', `${base}/cms/user/login`, { body });
        assert.ok(status === 401 || status === 400, `${base} ${JSON.stringify(more)}: ${text}`);
      }
  });

  it('by a reset of the password', async () => {
    const { id, username } = await protectedPerson();
    const body = { new_password: PASSWORD, confirm_password: PASSWORD };
    await app.root.done(`PUT /cms/admin/user/${id}/password`, body);
    assert.deepEqual(outcomeOf(await app.logIn(username)), REQUIRED);
  });

  it('by a stolen session, which adds no factor without the password and removes none', async () => {
    const plain = await app.person();
    await factors.age(plain.id);
    for (const request of [`POST ${path}/totp`, `POST ${path}/passkey/options`])
      assert.deepEqual(await plain.outcome(request), [403, 10302]);
    const person = await protectedPerson();
    await factors.age(person.id);
    for (const request of [
      `DELETE ${path}/totp`,
      `POST ${path}/recovery-codes`,
      `POST ${path}/passkey/options`,
    ])
      assert.deepEqual(await person.outcome(request), [403, 10302]);
  });

  it('by the passkeys and devices of others', async () => {
    const [person, thief] = [await app.person(), await app.person()];
    const { id } = await addPasskey(person);
    for (const request of [`DELETE ${path}/passkey/${id}`, `PUT ${path}/passkey/${id}`])
      assert.deepEqual(await thief.outcome(request, { name: 'x' }), [404, 10022]);
  });

  it('on another instance after a change', async () => {
    const person = await app.person();
    const elsewhere = other.as(person.access);
    assert.equal((await elsewhere.get('/cms/user/information')).status, 200);
    const second = await app.signIn(person.username);
    await factors.setUpApp(person);
    assert.deepEqual(outcomeOf(await secondFactorsOf(other).logInWith(person.username, {})), REQUIRED);
    assert.equal((await other.as(second.access).get('/cms/user/information')).status, 422);
    await factors.age(person.id);
    assert.deepEqual(await elsewhere.outcome(`DELETE ${path}/totp`), [403, 10302]);
  });
});

describe('a secret of the server', () => {
  it('that is rotated keeps the apps while the older one is known, and renews them as they are used', async () => {
    const { username, app: own, codes } = await protectedPerson();
    const { databaseUrl, secrets } = app.settings;
    const next = `${secrets[0]} and another`;
    const rotated = await freshApp({ databaseUrl, secrets: [next, ...secrets] });
    assert.equal((await secondFactorsOf(rotated).logInWith(username, { code: own.code() })).status, 200);
    const after = await freshApp({ databaseUrl, secrets: [next] });
    assert.equal((await secondFactorsOf(after).logInWith(username, { code: own.code(1) })).status, 200);
    assert.deepEqual(
      outcomeOf(await logInWith(username, { code: own.code(1) })),
      [409, 10307],
      'the older one is gone',
    );
    assert.equal((await logInWith(username, { code: codes[0] })).status, 200);
  });
});

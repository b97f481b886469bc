import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hashOf } from '../../../server/shared/secrets/hash-of.ts';
import { openServer } from '../../../server/start.ts';
import type { LogLine } from '../../support/bodies.ts';
import { freshApp, PASSWORD } from '../../support/fresh-app.ts';
import { Authenticator } from '../../support/sign-in/authenticator.ts';
import { outcomeOf, secondFactorsOf } from '../../support/sign-in/second-factors.ts';

const app = await freshApp({ language: 'en' });
const factors = secondFactorsOf(app);
const { path, protectedPerson, signInWith, logInWith, overview } = factors;
const REQUIRED = [401, 10300];
const WRONG = [401, 10301];
const newest = async (count = 5) =>
  (await app.root.list<LogLine>(`/cms/log?count=${count}`)).map(({ message }) => message);

describe('an authenticator app', () => {
  it('counts from its first right code on', async () => {
    const person = await app.registered();
    await person.done(`POST ${path}/totp`);
    assert.equal((await overview(person)).enabled, false);
    assert.equal((await app.logIn(person.username)).status, 200);
    const { codes } = await factors.setUpApp(person);
    assert.equal(codes.length, 10);
    const shown = await overview(person);
    assert.deepEqual([shown.enabled, shown.totp !== null, shown.recovery_codes], [true, true, 10]);
    assert.deepEqual(outcomeOf(await app.logIn(person.username)), REQUIRED);
  });

  it('is asked for a right code in sign-ins on every base', async () => {
    const person = await protectedPerson();
    for (const base of ['', '/lin2', '/lin3']) {
      const body = { username: person.username, password: PASSWORD };
      const refused = await app.request('POST', `${base}/cms/user/login`, { body });
      assert.deepEqual(outcomeOf(refused), REQUIRED, base);
      assert.match(refused.text, /second factor/);
    }
    assert.deepEqual(outcomeOf(await logInWith(person.username, { code: '000000' })), WRONG);
    assert.equal((await logInWith(person.username, { code: person.app.code() })).status, 200);
  });

  it('cannot be set up twice, and goes when it is removed', async () => {
    const person = await protectedPerson();
    assert.deepEqual(await person.outcome(`POST ${path}/totp`), [409, 10304]);
    await person.done(`DELETE ${path}/totp`);
    const shown = await overview(person);
    assert.deepEqual([shown.enabled, shown.totp, shown.recovery_codes], [false, null, 0]);
    assert.equal((await app.logIn(person.username)).status, 200);
    assert.deepEqual(await person.outcome(`DELETE ${path}/totp`), [404, 10022]);
  });

  it('has a secret that is stored encrypted and shown once', async () => {
    const person = await app.person();
    const { secret, uri } = await person.done<{ secret: string; uri: string }>(`POST ${path}/totp`);
    assert.match(uri, /^otpauth:\/\/totp\/quire\.test:/);
    for (const table of ['quire_totp', 'quire_log', 'quire_revision'])
      assert.ok(!JSON.stringify(await app.database.look(`select * from ${table}`)).includes(secret), table);
    assert.ok(!JSON.stringify(await overview(person)).includes(secret));
  });
});

describe('recovery codes', () => {
  it('work once each, however they are typed', async () => {
    const { username, codes } = await protectedPerson();
    const [first = '', second = ''] = codes;
    assert.equal((await logInWith(username, { code: first })).status, 200);
    assert.deepEqual(outcomeOf(await logInWith(username, { code: first })), WRONG);
    assert.equal(
      (await logInWith(username, { code: second.toUpperCase().replaceAll('-', ' ') })).status,
      200,
    );
  });

  it('of the 24 characters that they once had work on', async () => {
    const { id, username } = await protectedPerson();
    const code = '234567abcdefghijkmnpqrst';
    const first = 'select min(id) as id from quire_recovery_code where user_id = ?';
    const [record] = await app.database.look(first, id);
    await app.behind('update quire_recovery_code set hash = ? where id = ?', hashOf(code), record?.id);
    assert.equal((await logInWith(username, { code })).status, 200);
  });

  it('are stored as hashes alone', async () => {
    const { codes } = await protectedPerson();
    for (const code of codes) assert.match(code, /^([2-9a-km-z]{4}-){6}[2-9a-km-z]{4}$/);
    for (const table of ['quire_recovery_code', 'quire_log', 'quire_revision', 'quire_answer']) {
      const text = JSON.stringify(await app.database.look(`select * from ${table}`));
      assert.ok(!codes.some((code) => text.includes(code) || text.includes(code.replaceAll('-', ''))), table);
    }
  });

  it('are replaced by new ones', async () => {
    const person = await protectedPerson();
    const made = await person.done<{ recovery_codes: string[] }>(`POST ${path}/recovery-codes`);
    assert.deepEqual(outcomeOf(await logInWith(person.username, { code: person.codes[0] })), WRONG);
    assert.equal((await logInWith(person.username, { code: made.recovery_codes[0] })).status, 200);
    const none = await app.person();
    assert.deepEqual(await none.outcome(`POST ${path}/recovery-codes`), [404, 10022]);
  });
});

describe('passkeys', () => {
  it('sign in alone, or after the password', async () => {
    const person = await app.person();
    const { device, recovery_codes } = await factors.addPasskey(person);
    assert.equal(recovery_codes?.length, 10);
    const alone = await factors.passkeyLogin(device);
    assert.equal(alone.status, 200, alone.text);
    const own = app.as(alone.body.access_token);
    assert.equal((await own.read('/cms/user/information')).username, person.username);
    assert.deepEqual(outcomeOf(await app.logIn(person.username)), REQUIRED);
    const answer = device.answer(await factors.signInOptions());
    assert.equal((await logInWith(person.username, { passkey: answer })).status, 200);
  });

  it('are several, named, with their last use, and go one by one', async () => {
    const person = await app.person();
    const first = await factors.addPasskey(person, new Authenticator(), 'laptop');
    const second = await factors.addPasskey(person, new Authenticator(), 'phone');
    assert.equal(second.recovery_codes, undefined, 'recovery codes come with the first factor');
    await person.done(`PUT ${path}/passkey/${second.id}`, { name: 'old phone' });
    await factors.passkeyLogin(second.device);
    const { passkeys } = await overview(person);
    assert.deepEqual(
      passkeys.map(({ name, used_time }) => [name, used_time !== null]),
      [
        ['laptop', false],
        ['old phone', true],
      ],
    );
    await person.done(`DELETE ${path}/passkey/${second.id}`);
    assert.deepEqual(outcomeOf(await factors.passkeyLogin(second.device)), WRONG);
    assert.equal((await factors.passkeyLogin(first.device)).status, 200);
    await person.done(`DELETE ${path}/passkey/${first.id}`);
    assert.equal((await app.logIn(person.username)).status, 200);
  });

  it('are at most 20', async () => {
    const person = await app.person();
    for (let count = 1; count < 20; count += 1) await factors.addPasskey(person, new Authenticator());
    const most = await overview(person);
    assert.equal(most.passkeys.length, 19);
    await factors.addPasskey(person, new Authenticator());
    await assert.rejects(factors.addPasskey(person, new Authenticator()), /there are 20, the most/);
  });

  it('are asked to verify their user, and bound to the domain', async () => {
    const person = await app.person();
    const asked = await person.done<{ rp: unknown; authenticatorSelection: unknown }>(
      `POST ${path}/passkey/options`,
    );
    assert.deepEqual(asked.rp, { id: 'quire.test', name: 'quire.test' });
    const options = await factors.signInOptions();
    assert.deepEqual(
      [options.rpId, options.userVerification, options.allowCredentials],
      ['quire.test', 'required', []],
    );
  });

  it('are never tried for a deactivated user', async () => {
    const person = await app.person();
    const { device } = await factors.addPasskey(person);
    await app.root.done(`DELETE /cms/admin/user/${person.id}/activation`);
    assert.equal((await factors.passkeyLogin(device)).status, 401);
    await app.root.done(`DELETE /cms/admin/user/${person.id}`);
    assert.deepEqual(outcomeOf(await factors.passkeyLogin(device)), WRONG);
  });
});

describe('a remembered device', () => {
  const remembered = async () => {
    const person = await protectedPerson();
    const { device = '' } = await signInWith(person.username, {
      code: person.app.code(),
      remember_device: true,
    });
    assert.match(device, /^[\w-]{43}$/);
    return { ...person, device };
  };
  const again = ({ username, device }: { username: string; device: string }) =>
    logInWith(username, { device });

  it('signs in without the second factor, for its user alone', async () => {
    const person = await remembered();
    assert.equal((await again(person)).status, 200);
    const other = await protectedPerson();
    assert.deepEqual(outcomeOf(await logInWith(other.username, { device: person.device })), REQUIRED);
    assert.ok(
      !JSON.stringify(await app.database.look('select * from quire_trusted_device')).includes(person.device),
    );
  });

  it('is none without a second factor', async () => {
    const plain = await app.person();
    assert.equal((await logInWith(plain.username, { remember_device: true })).body.device, undefined);
    const person = await remembered();
    const second = await logInWith(person.username, { device: person.device, remember_device: true });
    assert.equal(second.body.device, undefined, 'a device does not make another');
  });

  const ends: Readonly<Record<string, (person: Awaited<ReturnType<typeof remembered>>) => unknown>> = {
    'a new password': ({ id }) =>
      app.root.done(`PUT /cms/admin/user/${id}/password`, {
        new_password: PASSWORD,
        confirm_password: PASSWORD,
      }),
    'a change of factors': (person) => factors.addPasskey(person),
    'being forgotten': async (person) => {
      const [one] = (await overview(person)).devices;
      await person.done(`DELETE ${path}/device/${one?.id}`);
    },
    'being forgotten with all others': (person) => person.done(`DELETE ${path}/device`),
    'its time': () =>
      app.behind('update quire_trusted_device set expire_time = ? where expire_time > ?', Date.now() - 1, 0),
  };
  for (const [what, end] of Object.entries(ends))
    it(`ends with ${what}`, async () => {
      const person = await remembered();
      const { access } = await signInWith(person.username, { device: person.device });
      assert.ok(access);
      await end({ ...person, ...app.as(person.access) });
      assert.deepEqual(outcomeOf(await again(person)), REQUIRED);
    });

  it('ends where the setting leaves it less time than before', async () => {
    const { username, device } = await remembered();
    const stricter = await openServer({ ...app.settings, rememberDeviceDays: 0 });
    const payload = { username, password: PASSWORD, device };
    const answer = await stricter.app.inject({ method: 'POST', url: '/cms/user/login', payload });
    await stricter.close();
    assert.deepEqual([answer.statusCode, answer.json().error_code], REQUIRED);
  });
});

describe('a change of factors', () => {
  it('ends the other sessions', async () => {
    const person = await app.person();
    const other = await app.signIn(person.username);
    await factors.setUpApp(person);
    assert.equal((await app.as(other.access).get('/cms/user/information')).status, 422);
    assert.equal((await person.get('/cms/user/information')).status, 200);
  });
});

describe('the log', () => {
  it('tells what was added, used, failed and removed', async () => {
    const person = await protectedPerson();
    await logInWith(person.username, { code: '000000' });
    await signInWith(person.username, { code: person.app.code() });
    const own = await signInWith(person.username, { code: person.codes[0] });
    await own.done(`DELETE ${path}/totp`);
    const lines = (await newest(12)).join('\n');
    for (const told of [
      'Authenticator app added',
      'wrong code, user',
      'Signed in (password and code)',
      'password and recovery code',
      'Authenticator app removed',
    ])
      assert.ok(lines.includes(told), `${told} in\n${lines}`);
  });
});

describe('an administrator', () => {
  it('sees and removes the factors of a user, and nobody else does', async () => {
    const person = await protectedPerson();
    const other = await app.person();
    const theirs = `/cms/admin/user/${person.id}/second-factor`;
    for (const request of [`GET ${theirs}`, `DELETE ${theirs}`]) {
      assert.deepEqual(await other.outcome(request), [401, 10000]);
      assert.deepEqual(await app.nobody.outcome(request), [401, 10000]);
    }
    const shown = await app.root.read<{ enabled: boolean }>(theirs);
    assert.deepEqual([shown.enabled, JSON.stringify(shown).includes('secret')], [true, false]);
    await app.root.done(`DELETE ${theirs}`);
    assert.equal((await person.get('/cms/user/information')).status, 422, 'sessions have ended');
    assert.equal((await app.logIn(person.username)).status, 200);
    assert.ok(
      (await newest()).some((line) => line.includes(`Second factor of user ${person.username} removed`)),
    );
  });
});

describe('sessions', () => {
  it('tell how they were proved', async () => {
    const person = await protectedPerson();
    await signInWith(person.username, { code: person.app.code() });
    const listed = await person.read<{ proved_by: string[]; current: boolean }[]>('/cms/user/sessions');
    assert.deepEqual(
      listed.map(({ proved_by }) => proved_by),
      [
        ['password', 'totp'],
        ['password', 'totp'],
      ],
    );
  });

  it('of older versions go on', async () => {
    const person = await app.person();
    await app.behind(
      "update quire_session set proved_by = '', proved_time = null where user_id = ?",
      person.id,
    );
    assert.equal((await person.get('/cms/user/information')).status, 200);
    assert.equal((await app.as(person.refresh).get('/cms/user/refresh')).status, 200);
  });
});

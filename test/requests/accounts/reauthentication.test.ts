import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshApp, PASSWORD, type Person } from '../../support/fresh-app.ts';
import { outcomeOf, secondFactorsOf } from '../../support/sign-in/second-factors.ts';

const app = await freshApp({ contentDir: 'test/content/past' });
const factors = secondFactorsOf(app);
const { path, age } = factors;
const NEEDED = [403, 10302];
let count = 0;
const fresh = () => `name${++count}`;
const NEW = 'another horse 2';

/** A super administrator with an authenticator app, whose last proof is old. */
async function stale() {
  const person = await app.superAdministrator();
  const made = await factors.setUpApp(person);
  await age(person.id);
  return { ...person, ...made };
}

/** The id of somebody who signed up and awaits approval. */
async function newcomer() {
  const { id } = await app.person();
  await app.behind('update quire_user set active = ?, awaits_approval = ? where id = ?', false, true, id);
  return id;
}

interface Demand {
  readonly request: string;
  readonly body?: unknown;
}

/** What needs a fresh proof of users with a second factor, each on something new. */
const demands: Readonly<Record<string, (person: Person) => Promise<Demand>>> = {
  'erasing a person': async () => {
    const { id, username } = await app.person();
    return { request: `POST /cms/admin/user/${id}/erasure`, body: { username } };
  },
  'deleting a user': async () => ({ request: `DELETE /cms/admin/user/${(await app.person()).id}` }),
  'deleting a user at the older path': async () => ({
    request: `DELETE /cms/admin/${(await app.person()).id}`,
  }),
  'deleting a group': async () => ({ request: `DELETE /cms/admin/group/${await app.groupWith()}` }),
  'purging a record': async () => {
    const id = await app.root.make('/v1/paper', { title: fresh() });
    await app.root.done(`DELETE /v1/paper/${id}`);
    return { request: `DELETE /v1/paper/trash/${id}` };
  },
  'making an API key': async () => {
    const user_id = await app.root.make('/cms/service-user', { username: `robot-${fresh()}` });
    return { request: 'POST /cms/key', body: { user_id, name: 'nightly' } };
  },
  'replacing an API key': async () => {
    const user_id = await app.root.make('/cms/service-user', { username: `robot-${fresh()}` });
    const id = await app.root.make('/cms/key', { user_id, name: 'nightly' });
    return { request: `POST /cms/key/${id}/rotation`, body: {} };
  },
  'setting the password of another': async () => ({
    request: `PUT /cms/admin/user/${(await app.person()).id}/password`,
    body: { new_password: NEW, confirm_password: NEW },
  }),
  'setting the address of another': async () => ({
    request: `PUT /cms/admin/user/${(await app.person()).id}`,
    body: { email: `${fresh()}@home.test` },
  }),
  'changing the own address': async () => ({
    request: 'PUT /cms/user',
    body: { email: `${fresh()}@home.test` },
  }),
  'removing the factors of another': async () => ({
    request: `DELETE /cms/admin/user/${(await factors.protectedPerson()).id}/second-factor`,
  }),
  'approving a request': async () => {
    const asker = await app.superAdministrator();
    const { id: user_id } = await app.person();
    const asked = { user_id, group_id: await app.groupWith(), reason: 'Needed' };
    const id = await asker.make('/cms/admin/request', asked);
    const waiting = await asker.read<{ id: number; shown: string }[]>('/cms/admin/request');
    const shown = waiting.find((one) => one.id === id)?.shown;
    return { request: `PUT /cms/admin/request/${id}`, body: { shown } };
  },
  'approving a sign-up': async () => ({ request: `PUT /cms/admin/sign-up/${await newcomer()}` }),
  'approving a sign-up by activating it': async () => ({
    request: `PUT /cms/admin/user/${await newcomer()}/activation`,
  }),
  'refusing a sign-up': async () => ({ request: `DELETE /cms/admin/sign-up/${await newcomer()}` }),
  'approving a change set': async () => {
    const items = [{ record: 'paper', action: 'create', values: { title: fresh() } }];
    const author = await app.superAdministrator();
    const id = await author.make('/v1/change-set', { title: 'Asked', items });
    await author.done(`POST /v1/change-set/${id}/submit`);
    const { version } = await author.read<{ version: number }>(`/v1/change-set/${id}`);
    return { request: `POST /v1/change-set/${id}/approve`, body: { version, apply: true } };
  },
  'making recovery codes': async () => ({ request: `POST ${path}/recovery-codes` }),
  'removing the own app': async () => ({ request: `DELETE ${path}/totp` }),
  'changing the own password': async () => ({
    request: 'PUT /cms/user/change_password',
    body: { old_password: PASSWORD, new_password: NEW, confirm_password: NEW },
  }),
};

/** The proof that an explanation says a user is asked for. */
async function proofOf(request: string, user: number): Promise<string> {
  const [method, path] = request.split(' ');
  const query = `method=${method}&path=${path}&user=${user}`;
  return (await app.root.read<{ proof: string }>(`/cms/access/explain?${query}`)).proof;
}

for (const [what, demand] of Object.entries(demands))
  describe(what, () => {
    it('needs a fresh proof of who has a second factor, and is explained so', async () => {
      const person = await stale();
      const { request, body } = await demand(person);
      const isForAll = !/^PUT \/cms\/(user|admin\/user\/\d+(\/activation)?)$/.test(request);
      assert.equal(await proofOf(request, person.id), isForAll ? 'fresh' : 'sometimes');
      assert.deepEqual(await person.outcome(request, body), NEEDED);
      await person.done('POST /cms/user/reauthentication', { code: person.app.code() });
      const answer = await person.ask(request, body);
      assert.ok(answer.status < 300, answer.text);
    });

    if (what.startsWith('making recovery') || what.startsWith('removing the own')) return;
    it('is as before for who has none', async () => {
      const person = await app.superAdministrator();
      await age(person.id);
      const { request, body } = await demand(person);
      assert.equal(await proofOf(request, person.id), 'none');
      const answer = await person.ask(request, body);
      assert.ok(answer.status < 300, answer.text);
    });
  });

describe('a fresh proof', () => {
  it('is asked of who may, not of who may not', async () => {
    const person = await factors.protectedPerson();
    await age(person.id);
    const { id } = await app.person();
    assert.deepEqual(await person.outcome(`DELETE /cms/admin/user/${id}`), [401, 10000]);
  });

  it('is a sign-in with the factor, but not one with a remembered device', async () => {
    const person = await stale();
    const own = await factors.signInWith(person.username, { code: person.app.code(), remember_device: true });
    await own.done(`DELETE /cms/admin/user/${(await app.person()).id}`);
    const { device } = own;
    const remembered = await factors.signInWith(person.username, { device });
    const { id } = await app.person();
    assert.deepEqual(await remembered.outcome(`DELETE /cms/admin/user/${id}`), NEEDED);
    await remembered.done('POST /cms/user/reauthentication', { code: person.codes[0] });
    await remembered.done(`DELETE /cms/admin/user/${id}`);
  });

  it('is not the password of who has a factor', async () => {
    const person = await stale();
    const body = { password: PASSWORD };
    assert.deepEqual(await person.outcome('POST /cms/user/reauthentication', body), [400, 10030]);
  });

  it('is a passkey that answered a challenge of this session', async () => {
    const person = await app.superAdministrator();
    const { device } = await factors.addPasskey(person);
    const other = await factors.passkeyLogin(device);
    await age(person.id);
    const { id } = await app.person();
    const asked = await person.done<{ challenge: string; allowCredentials: unknown[] }>(
      'POST /cms/user/reauthentication/options',
    );
    assert.equal(asked.allowCredentials.length, 1);
    const elsewhere = app.as(other.body.access_token);
    const body = () => ({ passkey: device.answer(asked) });
    assert.deepEqual(await elsewhere.outcome('POST /cms/user/reauthentication', body()), [401, 10301]);
    await person.done('POST /cms/user/reauthentication', body());
    await person.done(`DELETE /cms/admin/user/${id}`);
    const { id: another } = await app.person();
    assert.deepEqual(await elsewhere.outcome(`DELETE /cms/admin/user/${another}`), NEEDED);
  });

  it('adds its kind to those of the session', async () => {
    const owner = await app.superAdministrator();
    const { codes } = await factors.setUpApp(owner);
    const member = await app.person();
    for (const [person, proof, kinds] of [
      [member, { password: PASSWORD }, ['password']],
      [owner, { code: codes[0] }, ['password', 'totp', 'recovery_code']],
    ] as const) {
      await person.done('POST /cms/user/reauthentication', proof);
      const [session] = await person.read<{ proved_by: string[] }[]>('/cms/user/sessions');
      assert.deepEqual(session?.proved_by, kinds);
    }
  });

  it('to set up the first factor is the password', async () => {
    const person = await app.person();
    await age(person.id);
    assert.deepEqual(await person.outcome(`POST ${path}/totp`), NEEDED);
    assert.deepEqual(await person.outcome(`POST ${path}/passkey/options`), NEEDED);
    const wrong = await person.ask('POST /cms/user/reauthentication', { password: 'wrong password' });
    assert.deepEqual(outcomeOf(wrong), [400, 10032]);
    await person.done('POST /cms/user/reauthentication', { password: PASSWORD });
    await factors.setUpApp(person);
  });

  it('is nothing that a program can give', async () => {
    const user_id = await app.root.make('/cms/service-user', { username: `robot-${fresh()}` });
    const body = { user_id, name: 'nightly', manages_accounts: true };
    const { key } = await app.root.done<{ key: string }>('POST /cms/key', body);
    const program = app.as(key);
    assert.deepEqual(await program.outcome(`POST ${path}/totp`), [403, 10263]);
    assert.deepEqual(
      await program.outcome('POST /cms/user/reauthentication', { password: PASSWORD }),
      [403, 10263],
    );
  });
});

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { InjectOptions } from 'fastify';
import { openServer } from '../../../server/start.ts';
import { PASSWORD } from '../../support/fresh-app.ts';
import { keysOf } from '../../support/records/api-keys.ts';
import { accountApp } from '../../support/sign-in/account-mails.ts';
import { secondFactorsOf } from '../../support/sign-in/second-factors.ts';

const app = await accountApp({ breakGlassMinutes: 30 });
/** Databases of tests that are in memory have one server. */
const isAlone = app.server.store.database.engine.isSerial;
const others = isAlone ? [] : [await openServer(app.settings), await openServer(app.settings)];
after(() => Promise.all(others.map((one) => one.close())));
const instances = [app.server, ...others];

const factors = secondFactorsOf(app);
const { program } = keysOf(app);
const NEW = 'another horse 2';
const SEARCH = 'log.search';
let count = 0;
const address = () => `home${++count}@home.test`;

type Sent = Pick<InjectOptions, 'payload'> & { readonly token?: string };
async function ask(at: (typeof instances)[number] | undefined, request: string, sent: Sent = {}) {
  const [method, url] = request.split(' ');
  const { token, payload } = sent;
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const answer = await (at ?? app.server).app.inject({
    method: method as 'GET',
    url: url ?? '',
    remoteAddress: app.newNetwork(),
    headers,
    ...(payload !== undefined && { payload }),
  });
  assert.ok(answer.statusCode < 500, answer.body);
  return answer.statusCode;
}
/** What each instance answers to the same request. */
const everywhere = (request: string, token: string) =>
  Promise.all(instances.map((one) => ask(one, request, { token })));
const all = (status: number) => instances.map(() => status);

/** How many of twenty requests succeed that come to all instances at once. */
async function winners(request: string, payload: (number: number) => object, token?: string) {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, number) =>
      ask(instances[number % instances.length], request, {
        payload: payload(number),
        ...(token !== undefined && { token }),
      }),
    ),
  );
  return answers.filter((status) => status < 300).length;
}

describe('what is revoked on one instance is refused by all others with the next request', () => {
  const searcher = () => app.granted(SEARCH);
  const revocations: Readonly<Record<string, () => Promise<{ token: string; revoke(): Promise<unknown> }>>> =
    {
      'a key': async () => {
        const made = await program({}, [await app.groupWith(SEARCH)]);
        return { token: made.key, revoke: () => app.root.done(`DELETE /cms/key/${made.id}`) };
      },
      'a session': async () => {
        const made = await searcher();
        return { token: made.access, revoke: () => made.done('POST /cms/user/logout') };
      },
      'a grant': async () => {
        const { access: token, groupId: group_id } = await searcher();
        const body = { group_id, permission_ids: await app.permissionIds(SEARCH) };
        return { token, revoke: () => app.root.done('POST /cms/admin/permission/remove', body) };
      },
      'a membership': async () => {
        const { access: token, id } = await searcher();
        return { token, revoke: () => app.root.done(`PUT /cms/admin/user/${id}`, { group_ids: [] }) };
      },
      'a password': async () => {
        const { access: token, id } = await searcher();
        const body = { new_password: NEW, confirm_password: NEW };
        return { token, revoke: () => app.root.done(`PUT /cms/admin/user/${id}/password`, body) };
      },
      activity: async () => {
        const { access: token, id } = await searcher();
        return { token, revoke: () => app.root.done(`DELETE /cms/admin/user/${id}/activation`) };
      },
      'an account': async () => {
        const { access: token, id } = await searcher();
        return { token, revoke: () => app.root.done(`DELETE /cms/admin/user/${id}`) };
      },
      'sessions, by an administrator': async () => {
        const { access: token, id } = await searcher();
        return { token, revoke: () => app.root.done(`DELETE /cms/admin/user/${id}/sessions`) };
      },
      'the user of a key': async () => {
        const made = await program({}, [await app.groupWith(SEARCH)]);
        return { token: made.key, revoke: () => app.root.done(`DELETE /cms/admin/user/${made.owner.id}`) };
      },
      'an impersonation': async () => {
        const { id: user_id } = await searcher();
        const begun = await app.root.done<{ access_token: string }>('POST /cms/access/impersonation', {
          user_id,
        });
        return {
          token: begun.access_token,
          revoke: () => app.root.done('DELETE /cms/access/impersonation'),
        };
      },
      'break-glass': async () => {
        const one = await app.granted('break_glass.use');
        await one.done('POST /cms/admin/break-glass', { reason: 'The shop is down', password: PASSWORD });
        return { token: one.access, revoke: () => one.done('DELETE /cms/admin/break-glass') };
      },
      'a factor': async () => {
        const person = await factors.protectedPerson([await app.groupWith(SEARCH)]);
        const own = await factors.signInWith(person.username, { code: person.app.code() });
        const path = `/cms/admin/user/${person.id}/second-factor`;
        return { token: own.access, revoke: () => app.root.done(`DELETE ${path}`) };
      },
    };
  for (const [what, make] of Object.entries(revocations))
    it(what, async () => {
      const { token, revoke } = await make();
      for (let round = 0; round < 3; round += 1)
        assert.deepEqual(await everywhere('GET /cms/log/search', token), all(200));
      await revoke();
      const refused = await everywhere('GET /cms/log/search', token);
      assert.ok(
        refused.every((status) => status === 401 || status === 422),
        String(refused),
      );
    });
});

describe('of requests to all instances at once, exactly one uses up', () => {
  it('the token of a reset', async () => {
    const mine = address();
    await app.member(mine);
    await app.askFor('reset', mine);
    const token = await app.tokenFor(mine);
    const body = (number: number) => {
      const password = `reset horse ${number}`;
      return { token, new_password: password, confirm_password: password };
    };
    assert.equal(await winners('PUT /cms/account/password', body), 1);
  });
  it('an invitation', async () => {
    const mine = address();
    await app.root.done('POST /cms/admin/invitation', { email: mine });
    const token = await app.tokenFor(mine);
    const body = (number: number) => ({
      token,
      username: `invited${number}`,
      password: PASSWORD,
      confirm_password: PASSWORD,
    });
    assert.equal(await winners('POST /cms/account', body), 1);
  });
  it('the token of a verification', async () => {
    const person = await app.person();
    const mine = address();
    await person.done('PUT /cms/user', { email: mine });
    await person.done('POST /cms/account/verification');
    const token = await app.tokenFor(mine);
    assert.equal(await winners('PUT /cms/account/address', () => ({ token })), 1);
  });
  it('the token of a sign-up', async () => {
    const mine = address();
    await app.askFor('sign-up', mine);
    const token = await app.tokenFor(mine);
    const passwords = { password: PASSWORD, confirm_password: PASSWORD };
    const body = (number: number) => ({ token, username: `newcomer${number}`, ...passwords });
    assert.equal(await winners('POST /cms/account', body), 1);
  });
  it('the token of another address', async () => {
    const person = await app.member(address());
    const mine = address();
    await person.done('POST /cms/account/address', { email: mine, password: PASSWORD });
    const token = await app.tokenFor(mine);
    assert.equal(await winners('PUT /cms/account/address', () => ({ token })), 1);
  });
  it('an answer of a passkey', async () => {
    const { device } = await factors.addPasskey(await app.person());
    const passkey = device.answer(await factors.signInOptions());
    assert.equal(await winners('POST /cms/user/passkey/login', () => ({ passkey })), 1);
  });
  it('a request that somebody else approves', async () => {
    const asker = await app.superAdministrator();
    const { id: user_id } = await app.person();
    const asked = { user_id, group_id: await app.groupWith(), reason: 'Needed' };
    const id = await asker.make('/cms/admin/request', asked);
    const waiting = await app.root.read<{ id: number; shown: string }[]>('/cms/admin/request');
    const shown = waiting.find((one) => one.id === id)?.shown;
    assert.equal(await winners(`PUT /cms/admin/request/${id}`, () => ({ shown }), app.root.access), 1);
  });
  it('a sign-up that is approved or refused', async () => {
    const { id } = await app.person();
    await app.behind('update quire_user set active = ?, awaits_approval = ? where id = ?', false, true, id);
    assert.equal(await winners(`PUT /cms/admin/sign-up/${id}`, () => ({}), app.root.access), 1);
  });
  it('a recovery code', async () => {
    const { username, codes } = await factors.protectedPerson();
    const body = () => ({ username, password: PASSWORD, code: codes[0] });
    assert.equal(await winners('POST /cms/user/login', body), 1);
  });
  it('a step of an authenticator app, as a fresh proof', async () => {
    const { access, app: own } = await factors.protectedPerson();
    const code = own.code();
    assert.equal(await winners('POST /cms/user/reauthentication', () => ({ code }), access), 1);
  });
  it('a recovery code, as a fresh proof', async () => {
    const { access, codes } = await factors.protectedPerson();
    const body = () => ({ code: codes[0] });
    assert.equal(await winners('POST /cms/user/reauthentication', body, access), 1);
  });
  it('a step of an authenticator app', async () => {
    const { username, app: own } = await factors.protectedPerson();
    const code = own.code();
    const body = () => ({ username, password: PASSWORD, code });
    assert.equal(await winners('POST /cms/user/login', body), 1);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pageBrowser } from '../../support/browser/page-browser.ts';
import { claimsOf, PASSWORD, type Person, type Tokens } from '../../support/fresh-app.ts';
import { keysOf } from '../../support/records/api-keys.ts';
import { accountApp } from '../../support/sign-in/account-mails.ts';
import { ownSession } from '../../support/sign-in/session.ts';

const app = await accountApp();
const { serviceUser, makeKey } = keysOf(app);
const { changePassword } = ownSession(app);
const DAY_MS = 86_400_000;
let count = 0;

/** What somebody holds that lets them in, and what can be done to it. */
interface Held {
  /** Whose it is, if they can sign in. */
  readonly owner: { readonly id: number; readonly username?: string };
  /** Whether it lets its holder in, or goes on. */
  works(): Promise<boolean>;
  /** Lets it be as old as its latest end. */
  age(): Promise<unknown>;
  /** Replaces it by the next of its kind; what is returned tells whether the older copy works. */
  replace?(): Promise<() => Promise<boolean>>;
  /** Ends it, as its owner or an administrator. */
  end(): Promise<unknown>;
}

const idOf = (token: string) => String(claimsOf(token).session).split('.')[0] ?? '';
const isIn = async (token: string) => (await app.as(token).get('/cms/user/information')).status === 200;
const agedSession = (id: string | number) =>
  app.behind(
    `update quire_session set create_time = create_time - ${90 * DAY_MS}, refreshed_time = refreshed_time - ${90 * DAY_MS} where id = ?`,
    id,
  );

async function signedIn(base: string): Promise<Held> {
  const owner = await app.person();
  const body = { username: owner.username, password: PASSWORD };
  let tokens = await app.send<Tokens>('POST', `${base}/cms/user/login`, { body });
  const refreshed = (token: string) => app.as(token).post<Tokens>(`${base}/cms/user/refresh`);
  return {
    owner,
    works: async () => {
      const answer = await refreshed(tokens.refresh_token);
      if (answer.status === 200) tokens = answer.body;
      return answer.status === 200 && (await isIn(tokens.access_token));
    },
    age: () => agedSession(idOf(tokens.refresh_token)),
    ...(base === '' && {
      replace: async () => {
        const former = tokens.refresh_token;
        tokens = (await refreshed(former)).body;
        tokens = (await refreshed(tokens.refresh_token)).body;
        return async () => (await refreshed(former)).status === 200;
      },
    }),
    end: () => owner.done(`DELETE /cms/user/sessions/${idOf(tokens.refresh_token)}`),
  };
}

async function inBrowser(): Promise<Held> {
  const owner = await app.person();
  const browser = pageBrowser(app);
  const { session } = (await browser.signIn(owner.username)).body;
  return {
    owner,
    works: async () => {
      const { status, body } = await browser.refresh(session);
      return status === 200 && (await isIn(body.access_token));
    },
    age: () => agedSession(session),
    replace: async () => {
      const thief = pageBrowser(app);
      thief.keep(browser.cookie());
      for (const _ of ['two generations', 'are not parallel']) {
        await app.behind('update quire_session set refreshed_time = 0 where id = ?', session);
        await browser.refresh(session);
      }
      return async () => (await thief.refresh(session)).status === 200;
    },
    end: () => app.root.done(`DELETE /cms/admin/user/${owner.id}/sessions/${session}`),
  };
}

async function byKey(): Promise<Held> {
  const owner = await serviceUser();
  let made = await makeKey(owner.id);
  return {
    owner: { id: owner.id },
    works: () => isIn(made.key),
    age: () => app.behind('update quire_api_key set expire_time = ? where id = ?', Date.now() - 1, made.id),
    replace: async () => {
      const former = made.key;
      made = await app.root.done<typeof made>(`POST /cms/key/${made.id}/rotation`, { overlap: 0 });
      return () => isIn(former);
    },
    end: () => app.root.done(`DELETE /cms/key/${made.id}`),
  };
}

async function byMail(): Promise<Held> {
  const address = `reader${++count}@home.test`;
  const owner = await app.member(address);
  const asked = async () => {
    assert.equal((await app.askFor('reset', address)).status, 200);
    return app.tokenFor(address);
  };
  let token = await asked();
  /** Whether the link is good: a password and another confirmation are looked at after it. */
  const leads = async (one: string) => {
    const body = { token: one, new_password: PASSWORD, confirm_password: 'other words 1' };
    const answer = await app.nobody.put('/cms/account/password', body, { address: app.newNetwork() });
    return answer.status === 400;
  };
  return {
    owner,
    works: () => leads(token),
    age: () =>
      app.behind('update quire_mail_token set expire_time = ? where user_id = ?', Date.now() - 1, owner.id),
    replace: async () => {
      const former = token;
      token = await asked();
      return () => leads(former);
    },
    end: () => changePassword(owner.access, PASSWORD),
  };
}

const kinds: Readonly<Record<string, () => Promise<Held>>> = {
  'session of a program': () => signedIn(''),
  'session of an older client': () => signedIn('/lin2'),
  'session of an old client': () => signedIn('/lin3'),
  'cookie of the console': inBrowser,
  'API key': byKey,
  'link of a mail': byMail,
};

/** What must end each of them, with the next request. */
const ends: Readonly<Record<string, (held: Held) => Promise<unknown>>> = {
  'at its latest end': (held) => held.age(),
  'with its owner’s deactivation': ({ owner }) => app.root.done(`PUT /cms/admin/disable/${owner.id}`),
  'with its owner’s deletion': ({ owner }) => app.root.done(`DELETE /cms/admin/user/${owner.id}`),
  'when it is ended': (held) => held.end(),
};

for (const [kind, make] of Object.entries(kinds))
  describe(`a ${kind}`, () => {
    for (const [how, end] of Object.entries(ends))
      it(`lets nobody in any more ${how}`, async () => {
        const held = await make();
        assert.ok(await held.works());
        await end(held);
        assert.equal(await held.works(), false);
      });
    it('stays ended when its owner is activated again', async () => {
      const held = await make();
      await app.root.done(`PUT /cms/admin/disable/${held.owner.id}`);
      await app.root.done(`PUT /cms/admin/active/${held.owner.id}`);
      assert.equal(await held.works(), false);
    });
    it('is dead once a newer copy took its place', async () => {
      const held = await make();
      const olderWorks = await held.replace?.();
      if (!olderWorks) return; // a client that keeps its first token has no older copy
      assert.ok(await held.works());
      assert.equal(await olderWorks(), false);
    });
    it('ends with a new password of its owner', async () => {
      const held = await make();
      if (held.owner.username === undefined) return; // a program has none
      const other = await app.signIn(held.owner.username);
      assert.equal((await changePassword(other.access, PASSWORD)).status, 200);
      assert.equal(await held.works(), false);
    });
  });

describe('ending sessions', () => {
  const listed = (person: Pick<Person, 'read'>) =>
    person.read<{ id: number; current: boolean }[]>('/cms/user/sessions');
  it('of one’s own, all at once, keeps the one that asks', async () => {
    const person = await app.person();
    const others = [await app.signIn(person.username), await app.signIn(person.username)];
    const stranger = await app.person();
    await person.done('DELETE /cms/user/sessions');
    assert.deepEqual(
      (await listed(person)).map(({ current }) => current),
      [true],
    );
    for (const { access } of others) assert.equal(await isIn(access), false);
    assert.ok(await isIn(stranger.access));
  });
  it('of another, all at once, is for administrators', async () => {
    const [person, stranger] = [await app.person(), await app.person()];
    const path = `/cms/admin/user/${person.id}/sessions`;
    for (const one of [app.nobody, person, stranger])
      assert.deepEqual(await one.outcome(`DELETE ${path}`), [401, 10000]);
    await app.root.done(`DELETE ${path}`);
    assert.equal(await isIn(person.access), false);
    assert.ok(await isIn(stranger.access));
  });
  it('of oneself as an administrator keeps the one that asks', async () => {
    const administrator = await app.superAdministrator();
    const { access } = await app.signIn(administrator.username);
    await administrator.done(`DELETE /cms/admin/user/${administrator.id}/sessions`);
    assert.ok(await isIn(administrator.access));
    assert.equal(await isIn(access), false);
  });
});

// Takes long: each right is taken away while each way to use it is open.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it, type MockTracker } from 'node:test';
import { HOUR_MS } from '../../../server/shared/durations.ts';
import { openServer } from '../../../server/start.ts';
import { pageBrowser } from '../../support/browser/page-browser.ts';
import { freshApp, PASSWORD, type Sent, type Tokens } from '../../support/fresh-app.ts';
import { dataOf } from '../../support/graphql/asking.ts';
import { keysOf } from '../../support/records/api-keys.ts';
import { pathOf, uploadSecret } from '../../support/records/private-files.ts';
import { appsOf } from '../../support/sign-in/apps.ts';
import { secondFactorsOf } from '../../support/sign-in/second-factors.ts';

// Every kind of credential that outlives a request × everything that takes away what it opens.

const app = await freshApp({
  contentDir: 'test/content/outlived',
  ...{ mcp: true, scim: true, graphql: true, provider: true },
});
const { root } = app;
const { serviceUser, makeKey } = keysOf(app);
const factors = secondFactorsOf(app);
const { register, signIn } = appsOf(app);
const SEE = 'memo.see';
const DIRECTORY = 'directory.provision';

/** A record, and a group whose members see it. */
async function sight(...more: string[]) {
  const file = await uploadSecret(root);
  const id = await root.make('/v1/memo', { title: `memo of ${file.id}`, paper: file.id });
  await root.done(`POST /v1/memo/${id}/publish`);
  return { id, title: `memo of ${file.id}`, file: file.id, groupId: await app.groupWith(SEE, ...more) };
}
type Sight = Awaited<ReturnType<typeof sight>>;

/** Sends a request to a server. */
type Send = (
  method: string,
  url: string,
  sent: Sent,
) => Promise<{ readonly status: number; readonly text: string }>;

/** A credential of a member of the group. */
interface Held {
  readonly owner: { readonly id: number; readonly username: string };
  /** Whether it still opens what it opened; `send` is of this server, or of another on the same database. */
  works(send: Send): Promise<boolean>;
}

const reads =
  (token: string, { id, title }: Sight, base = '') =>
  async (send: Send) =>
    (await send('GET', `${base}/v1/memo/${id}`, { token })).text.includes(title);

async function session(seen: Sight, base = ''): Promise<Held> {
  const owner = await app.person([seen.groupId]);
  const body = { username: owner.username, password: PASSWORD };
  const { access_token } = await app.send<Tokens>('POST', `${base}/cms/user/login`, { body });
  return { owner, works: reads(access_token, seen, base) };
}

async function key({ groupId }: Sight, limits: object = {}) {
  const owner = await serviceUser([groupId]);
  return { owner, ...(await makeKey(owner.id, limits)) };
}

const credentials: Readonly<Record<string, (seen: Sight) => Promise<Held>>> = {
  session: (seen) => session(seen),
  'session of /lin3': (seen) => session(seen, '/lin3'),
  'cookie of the console': async (seen) => {
    const owner = await app.person([seen.groupId]);
    const browser = pageBrowser(app);
    const { session: id } = (await browser.signIn(owner.username)).body;
    const { access_token } = (await browser.refresh(id)).body;
    return { owner, works: reads(access_token, seen) };
  },
  'API key': async (seen) => {
    const { owner, key: token } = await key(seen);
    return { owner, works: reads(token, seen) };
  },
  'key of an agent': async (seen) => {
    const { owner, key: token } = await key(seen);
    const params = { name: 'read_record', arguments: { collection: 'memo', id: seen.id } };
    return {
      owner,
      works: async (send) => {
        const answer = await send('POST', '/mcp', {
          token,
          headers: { accept: 'application/json, text/event-stream' },
          body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
        });
        return answer.text.includes(seen.title);
      },
    };
  },
  'key of a program with GraphQL': async (seen) => {
    const { owner, key: token } = await key(seen);
    const body = { query: `{ memo(id: ${seen.id}) { title } }` };
    return {
      owner,
      works: async (send) => (await send('POST', '/graphql', { token, body })).text.includes(seen.title),
    };
  },
  'key of a directory': async (seen) => {
    const { owner, key: token } = await key(seen, { manages_accounts: true });
    return { owner, works: async (send) => (await send('GET', '/scim/v2/Users', { token })).status === 200 };
  },
  'token of an app': async (seen) => {
    const owner = await app.person([seen.groupId]);
    const { tokens } = await signIn(await register(), owner, { scope: 'read:memo' });
    return { owner, works: reads(tokens.access_token, seen) };
  },
  impersonation: async (seen) => {
    const owner = await app.person([seen.groupId]);
    const { access_token } = await root.done<Tokens>('POST /cms/access/impersonation', { user_id: owner.id });
    return { owner, works: reads(access_token, seen) };
  },
  'preview link': async (seen) => {
    const owner = await app.person([seen.groupId]);
    const { token } = await owner.done<{ token: string }>(`POST /v1/memo/${seen.id}/preview`);
    const path = `/v1/memo/${seen.id}/preview?token=${token}`;
    return { owner, works: async (send) => (await send('GET', path, {})).text.includes('"id"') };
  },
  'preview link of GraphQL': async (seen) => {
    const owner = await app.person([seen.groupId]);
    const query = `mutation { preview_memo(id: ${seen.id}) { token } }`;
    const { preview_memo: link } = await dataOf(owner, query);
    const path = `/v1/memo/${seen.id}/preview?token=${link.token}`;
    return { owner, works: async (send) => (await send('GET', path, {})).text.includes('"id"') };
  },
  'address of a file': async (seen) => {
    const owner = await app.person([seen.groupId]);
    const { url } = await owner.read<{ url: string }>(`/cms/file/${seen.file}/address`);
    return { owner, works: async (send) => (await send('GET', pathOf(url), {})).status === 200 };
  },
  'remembered device': async (seen) => {
    const owner = await factors.protectedPerson([seen.groupId]);
    const code = owner.app.code();
    const { device } = await factors.signInWith(owner.username, { code, remember_device: true });
    const body = { username: owner.username, password: PASSWORD, device };
    return { owner, works: async (send) => (await send('POST', '/cms/user/login', { body })).status === 200 };
  },
};

const admin = (request: string, body?: object) => root.done(request, body);
const permissionOf = async (seen: Sight) => ({
  group_id: seen.groupId,
  permission_ids: await app.permissionIds(SEE, DIRECTORY),
});

/** What takes away what credentials open. */
const ends: Readonly<Record<string, (held: Held, seen: Sight) => Promise<unknown>>> = {
  'the owner is deactivated': ({ owner }) => admin(`DELETE /cms/admin/user/${owner.id}/activation`),
  'the owner is deleted': ({ owner }) => admin(`DELETE /cms/admin/user/${owner.id}`),
  'the owner is erased': ({ owner: { id, username } }) =>
    admin(`POST /cms/admin/user/${id}/erasure`, { username }),
  'the owner leaves the group': ({ owner }, { groupId }) =>
    admin(`DELETE /cms/admin/user/${owner.id}/memberships/${groupId}`),
  'the membership is over': ({ owner }) =>
    app.behind('update quire_membership set until = ? where user_id = ?', Date.now() - 1, owner.id),
  'the permission is taken away': async (_, seen) =>
    admin('POST /cms/admin/permission/remove', await permissionOf(seen)),
  'the grant is over': (_, { groupId }) =>
    app.behind('update quire_grant set until = ? where group_id = ?', Date.now() - 1, groupId),
  'the record leaves what the rule shows': async (_, { id }) => {
    await admin(`PATCH /v1/memo/${id}`, { is_open: false });
    await admin(`POST /v1/memo/${id}/publish`);
  },
  'the record is deleted': (_, { id }) => admin(`DELETE /v1/memo/${id}`),
  'the owner has a new password': ({ owner }) =>
    admin(`PUT /cms/admin/user/${owner.id}/password`, {
      new_password: 'other words 1',
      confirm_password: 'other words 1',
    }),
};

/** What a credential opens all the same: nothing of it is the owner's, or the record's. */
const goesOn: Readonly<Record<string, readonly (keyof typeof ends)[]>> = {
  'key of a directory': ['the record leaves what the rule shows', 'the record is deleted'],
  // It is its super administrator's, and shows what the owner sees.
  impersonation: ['the owner has a new password'],
  // It opens a file for its holder, for a minute.
  'address of a file': Object.keys(ends),
  // It spares a second factor, and opens nothing by itself.
  'remembered device': [
    'the owner leaves the group',
    'the membership is over',
    'the permission is taken away',
    'the grant is over',
    'the record leaves what the rule shows',
    'the record is deleted',
  ],
};
/** Programs have none. */
const PASSWORDLESS = /^(API key|key of)/;

for (const [what, make] of Object.entries(credentials))
  describe(`a ${what}`, () => {
    for (const [how, end] of Object.entries(ends)) {
      if (how === 'the owner has a new password' && PASSWORDLESS.test(what)) continue;
      const expected = goesOn[what]?.includes(how) ?? false;
      it(`${expected ? 'goes on' : 'opens nothing more'} once ${how}`, async () => {
        const seen = await sight(DIRECTORY);
        const held = await make(seen);
        assert.ok(await held.works(app.request));
        await end(held, seen);
        assert.equal(await held.works(app.request), expected);
      });
    }
  });

describe('a preview link', () => {
  /** What ends a link alone; all other rights go on. */
  const ownEnds: Readonly<Record<string, (path: string, id: number, mock: MockTracker) => unknown>> = {
    'its time is over': (_, __, { timers }) =>
      timers.enable({ apis: ['Date'], now: Date.now() + HOUR_MS + 1000 }),
    'it is ended by hand': (path, id) => admin(`DELETE ${path}/previews/${id}`),
  };
  for (const how of [...Object.keys(ends), ...Object.keys(ownEnds)])
    it(`is answered like a forged one once ${how}, for its draft as for one that never was`, async ({
      mock,
    }) => {
      const seen = await sight();
      const owner = await app.person([seen.groupId]);
      const path = `/v1/memo/${seen.id}`;
      const { id, token } = await owner.done<{ id: number; token: string }>(`POST ${path}/preview`, {
        hours: 1,
      });
      await ownEnds[how]?.(path, id, mock);
      await ends[how]?.({ owner, works: async () => true }, seen);
      const answers = await Promise.all(
        [
          `${path}/preview?token=${token}`,
          `${path}/preview?token=forged`,
          `/v1/memo/999999/preview?token=${token}`,
        ].map((one) => app.nobody.get(one)),
      );
      const told = answers.map(({ status, text }) => `${status} ${text.replace('999999', String(seen.id))}`);
      assert.equal(new Set(told).size, 1, told.join('\n'));
      assert.match(told[0] ?? '', /^400 /);
      assert.ok(!told[0]?.includes(seen.title));
    });
});

/** What is known by a hash that no secret goes into. */
const withoutSecret = [
  'API key',
  'key of an agent',
  'key of a directory',
  'token of an app',
  'impersonation',
  'remembered device',
];

// Databases of tests that are in memory have one server.
if (!app.server.store.database.engine.isSerial)
  describe('of a secret that is no longer set', async () => {
    const added = randomBytes(32).toString('base64url');
    const withSecrets = async (secrets: readonly [string, ...string[]]): Promise<Send> => {
      const server = await openServer({ ...app.settings, secrets });
      app.database.closeFirst(() => server.close());
      return async (method, url, { token, headers, body: payload }) => {
        const authorization = token !== undefined && { authorization: `Bearer ${token}` };
        const answer = await server.app.inject({
          method: method as 'GET', // or POST
          url,
          headers: { ...authorization, ...headers },
          ...(payload !== undefined && { payload: payload as object }), // as credentials send it
        });
        return { status: answer.statusCode, text: answer.body };
      };
    };
    const beside = await withSecrets([added, ...app.settings.secrets]);
    const alone = await withSecrets([added]);
    for (const [what, make] of Object.entries(credentials)) {
      const expected = withoutSecret.includes(what);
      it(`a ${what} ${expected ? 'goes on' : 'opens nothing more'}`, async () => {
        const held = await make(await sight(DIRECTORY));
        assert.ok(await held.works(beside));
        assert.equal(await held.works(alone), expected);
        assert.ok(await held.works(app.request));
      });
    }
  });

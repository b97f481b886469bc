import assert from 'node:assert/strict';
import { grant } from '../../../server/access/accounts/grant.collection.ts';
import { group } from '../../../server/access/accounts/group.collection.ts';
import { membership } from '../../../server/access/accounts/membership.collection.ts';
import { user } from '../../../server/access/accounts/user.collection.ts';
import { apiKey } from '../../../server/access/api-keys/api-key.collection.ts';
import { passkey } from '../../../server/access/factors/passkey.collection.ts';
import { totp } from '../../../server/access/factors/totp.collection.ts';
import { identity } from '../../../server/access/identities/identity.collection.ts';
import { impersonation } from '../../../server/access/impersonation/impersonation.collection.ts';
import { mailToken } from '../../../server/access/mail-tokens/mail-token.collection.ts';
import { session } from '../../../server/access/sign-in/session.collection.ts';
import { webhook } from '../../../server/features/webhooks/webhook.collection.ts';

import type { Plain } from '../client.ts';
import { type FreshApp, PASSWORD } from '../fresh-app.ts';
import type { OpenApi } from '../open-api.ts';

export interface Route {
  readonly method: string;
  readonly path: string;
  readonly rows: string;
}
/** On whom and what a walk acts. */
export interface Around {
  readonly ids: readonly number[];
  readonly groupId: number;
  readonly serviceUser: number;
  /** Added to a membership or a grant. */
  readonly until?: number;
}

/** The server's own routes about records and files, by which nobody gets access. */
const OF_CONTENT = /^\/(v1|mcp|cms\/(file|view|job|bulk|undo))(\/|$)/;

export const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method} ${path}`;

/** Everything that says who may do what, and by which ways people and programs come in. */
const RECORDS = {
  ...{ user, membership, group, grant, apiKey, identity, mailToken, passkey, totp, impersonation },
  ...{ webhook, session },
};
export type Access = ReadonlyMap<string, ReadonlySet<string>>;

/** The collections with records that were not there before. */
export function gained(before: Access, after: Access): string[] {
  return [...after].flatMap(([name, records]) =>
    records.isSubsetOf(before.get(name) ?? new Set()) ? [] : name,
  );
}

/** Walks of a caller through all that an app serves about accounts. */
export async function accessWalks(app: FreshApp) {
  const { routes } = await app.root.read<{ routes: Route[] }>('/cms/access/matrix');
  const { paths } = await app.nobody.read<OpenApi>('/openapi.json');
  const writes = routes.filter(({ method, path }) => method !== 'GET' && !OF_CONTENT.test(path));
  /** Routes that let everybody in, and so use no session. */
  const open = new Set(routes.filter(({ rows: records }) => records === 'all').map(nameOf));
  let count = 0;

  /** The records that give access; not the sessions of this user, nor what anybody may ask for. */
  async function access(except: number): Promise<Access> {
    const toText = (record: object) =>
      JSON.stringify(
        Object.entries(record).filter(([name]) => !/^(update_|avatar|used_)/.test(name)),
        (_, value) => (typeof value === 'bigint' ? String(value) : value),
      );
    const isOfSession = (record: object) =>
      'nonce' in record && 'user_id' in record && record.user_id === BigInt(except);
    const isAskedFor = (record: object) => 'purpose' in record && record.purpose === 'sign_up';
    const read = async (name: keyof typeof RECORDS): Promise<[string, ReadonlySet<string>]> => {
      const records = await app.server.store.ownReads.where(RECORDS[name], (select) => select);
      return [
        name,
        new Set(records.filter((record) => !isOfSession(record) && !isAskedFor(record)).map(toText)),
      ];
    };
    return new Map(await Promise.all((Object.keys(RECORDS) as (keyof typeof RECORDS)[]).map(read)));
  }

  /** A body that is likely to be taken, by the names of its fields. */
  function bodyFor({ method, path }: Route, { groupId, serviceUser, until }: Around, id: number) {
    const schema = paths[path]?.[method.toLowerCase()]?.requestBody?.content['application/json']?.schema;
    const name = `accomplice${++count}`;
    const password = path.includes('password') ? `${PASSWORD}${id}` : PASSWORD;
    const values: Plain = {
      ...{
        username: path.endsWith('erasure') ? 'user1' : name,
        nickname: name,
        name,
        title: name,
        active: true,
      },
      ...{ password, new_password: password, confirm_password: password, old_password: PASSWORD },
      ...{ email: `${name}@home.test`, user_id: path === '/cms/key' ? serviceUser : id, group_id: groupId },
      ...{
        group_ids: [groupId],
        permission_id: 1,
        permission_ids: [1],
        auth: 'log.search',
        auths: ['log.search'],
      },
      ...{ changes: [{ group_id: groupId, grant: [1], until }], reason: 'Nobody answers the telephone' },
      ...{ url: 'https://example.com/hook', return_to: '/console', events: null, until, expire_time: until },
    };
    if (path.startsWith('/scim/v2/Users'))
      return { userName: name, emails: [{ value: values.email }], active: true };
    if (path.startsWith('/scim/v2/Groups')) return { displayName: name, members: [{ value: String(id) }] };
    const known = Object.keys(schema?.properties ?? {}).filter((one) => values[one] !== undefined);
    return schema && Object.fromEntries(known.map((one) => [one, values[one]]));
  }

  /** Goes through these routes with each token, also with those that answers hold. Answers which asked for a proof. */
  async function walk(
    tokens: readonly string[],
    through: readonly Route[],
    at: Around,
  ): Promise<Set<string>> {
    const refused = new Set<string>();
    const [seen, waiting] = [new Set<string>(), [...tokens]];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      assert.ok(seen.size < 20, 'more and more tokens');
      for (const route of through)
        for (const id of route.path.includes('{') ? at.ids : at.ids.slice(0, 1)) {
          const path = route.path.replace('{group}', String(at.groupId)).replace('{provider}', 'company');
          const request = `${route.method} ${path.replaceAll(/\{\w+\}/g, String(id))}`;
          const { status, body, text } = await app.as(next).ask(request, bodyFor(route, at, id));
          if (status === 403 && text.includes('/cms/user/reauthentication')) refused.add(nameOf(route));
          for (const found of [body.access_token, body.key])
            if (typeof found === 'string') waiting.push(found);
        }
    }
    return refused;
  }

  return { writes, open, access, walk };
}

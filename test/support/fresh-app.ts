import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { InjectOptions } from 'fastify';
import { readLocales } from '../../server/definitions/locales.ts';
import { readProjectFile } from '../../server/settings/project-file.ts';
import { type Settings, settingsFrom } from '../../server/settings.ts';
import { openServer } from '../../server/start.ts';
import { type Answer, type Client, clientOf, type Plain, type Sent } from './client.ts';
import { makeUserOn } from './sign-in/make-user.ts';
import { permissionIdsOn } from './sign-in/permission-ids.ts';
import { newDatabase, temporaryFolder } from './test-database.ts';

export const PASSWORD = 'correct horse 1';

export type { Answer, Sent } from './client.ts';

/** Sends requests with the token of a session. */
export interface SignedIn extends Client {
  readonly access: string;
  readonly refresh: string;
}

export interface Person extends SignedIn {
  readonly id: number;
  readonly username: string;
  readonly password: string;
}

/** What signing in and refreshing answer; where it is refused, only the code. */
export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly code?: number;
  readonly error_code?: number;
}
export type FreshApp = Awaited<ReturnType<typeof freshApp>>;

interface Changes extends Partial<Settings> {
  /** Those of modules, of which a test of another module need not know. */
  readonly [setting: string]: unknown;
  /** How many servers share the database; requests go to each in turn. One by default. */
  readonly instances?: number;
}

/** Settings of modules, of which this file knows no types: a module may be taken out. */
const SMALL: Readonly<Record<string, unknown>> = { importMaxBytes: 1_000_000 };

/** A whole server on a new database of its own, gone when the test file has run. */
export async function freshApp({ instances = 1, ...changes }: Changes = {}) {
  const database = await newDatabase(
    undefined,
    changes.databaseUrl === undefined ? (changes.contentDir ?? 'content') : undefined,
  );
  const folder = temporaryFolder();
  const secret = randomBytes(32).toString('base64url');
  const defaults = settingsFrom({ QUIRE_SECRET: secret });
  for (const name of Object.keys(changes))
    assert.ok(Object.hasOwn(defaults, name), `no setting is '${name}'`);
  const settings: Settings = {
    ...defaults,
    ...database.address,
    port: 0,
    adminPassword: PASSWORD,
    sampleData: false,
    logLevel: 'error',
    publicUrl: 'https://quire.test',
    uploadDir: join(folder, 'uploads'),
    mailDir: join(folder, 'mail'),
    uploadRules: {
      maxFileBytes: 2_097_152,
      maxTotalBytes: 20_971_520,
      maxFiles: 10,
      quotaBytes: 1_073_741_824,
      quotaFiles: 10_000,
      resumeMs: 3_600_000,
      types: new Set(['jpg', 'png', 'gif', 'webp', 'pdf']),
      keepsMetadata: false,
      addressMs: 60_000,
      thumbnailWidths: [32, 320],
      imageSizes: new Map([
        ['square', { width: 40, height: 40 }],
        ['wide', { width: 120, height: 40 }],
      ]),
    },
    strangerWritesPerDay: 1_000_000,
    locales: readLocales(readProjectFile(changes.contentDir).LOCALES ?? '') ?? [],
    ...SMALL,
    ...changes,
  };
  const server = await openServer(settings);
  const servers = [server];
  while (servers.length < instances) servers.push(await openServer(settings));
  let ended: Promise<unknown> | undefined;
  /** Stops the servers; at the end of the file at the latest. */
  const end = () => {
    ended ??= Promise.all(servers.map((each) => each.close()));
    return ended;
  };
  database.closeFirst(end);
  let turn = 0;

  /** Sends a request; whatever it was, the server must not have broken over it. */
  async function request<Body = Plain>(method: string, url: string, sent: Sent = {}): Promise<Answer<Body>> {
    const { token, body, headers, address } = sent;
    const isRaw = typeof body === 'string' || Buffer.isBuffer(body);
    const { app } = servers[turn++ % servers.length] ?? server;
    const answer = await app.inject({
      method: method as NonNullable<InjectOptions['method']>,
      url,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: isRaw ? body : JSON.stringify(body) }),
      ...(address !== undefined && { remoteAddress: address }),
    });
    assert.ok(answer.statusCode < 500, `${method} ${url}: ${answer.statusCode} ${answer.body}`);
    const { 'content-type': type, 'content-encoding': encoding } = answer.headers;
    const isJson = /^application\/(problem\+)?json/.test(String(type)) && encoding === undefined;
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: (isJson && answer.body !== '' ? JSON.parse(answer.body) : {}) as Body,
      text: answer.body,
      bytes: answer.rawPayload,
    };
  }

  /** A request that must succeed. */
  async function send<Body = Plain>(method: string, url: string, sent: Sent = {}): Promise<Body> {
    const answer = await request<Body>(method, url, sent);
    assert.ok(answer.status < 300, `${method} ${url}: ${answer.status} ${answer.text}`);
    return answer.body;
  }

  const logIn = (username: string, password = PASSWORD, sent: Sent = {}) =>
    request<Plain & Tokens>('POST', '/cms/user/login', { ...sent, body: { username, password } });

  async function signIn(username: string, password = PASSWORD): Promise<{ access: string; refresh: string }> {
    const answer = await logIn(username, password);
    assert.equal(answer.status, 200, answer.text);
    return { access: answer.body.access_token, refresh: answer.body.refresh_token };
  }

  const as = (token?: string) => clientOf(request, token);
  const tokens = await signIn('root');
  const root = { ...tokens, ...as(tokens.access) };
  let count = 0;

  const makeUser = makeUserOn(server, settings, PASSWORD);
  const permissionIds = permissionIdsOn(server);

  /** A user who has signed in; without groups a guest. No request has made them, so the log has no line about it. */
  async function person(groupIds: readonly number[] = [], username = `user${++count}`): Promise<Person> {
    const { id, tokens } = await makeUser(username, groupIds);
    const { access_token: access, refresh_token: refresh } = tokens;
    return { id, username, password: PASSWORD, access, refresh, ...as(access) };
  }

  /** The same by requests. */
  async function registered(groupIds: readonly number[] = [], username = `user${++count}`): Promise<Person> {
    const body = { username, password: PASSWORD, confirm_password: PASSWORD, group_ids: groupIds };
    const { id } = await send<{ id: number }>('POST', '/cms/user/register', { token: root.access, body });
    const tokens = await signIn(username);
    return { id, username, password: PASSWORD, ...tokens, ...as(tokens.access) };
  }

  /** A new group that holds the permissions with these keys; answers its id. */
  async function groupWith(...keys: string[]): Promise<number> {
    const body = { name: `group${++count}`, info: '', permission_ids: await permissionIds(...keys) };
    return (await send<{ id: number }>('POST', '/cms/admin/group', { token: root.access, body })).id;
  }

  /** A user of a group of its own that holds these permissions. */
  async function granted(...keys: string[]): Promise<Person & { groupId: number }> {
    const groupId = await groupWith(...keys);
    return { ...(await person([groupId])), groupId };
  }

  /** A user in the group of super administrators, where no request puts anybody. */
  async function superAdministrator(): Promise<Person> {
    const made = await person();
    await database.change('update quire_membership set group_id = 1 where user_id = ?', made.id);
    return made;
  }

  const makeBook = async (values: Plain = {}) =>
    (await send<{ id: number }>('POST', '/v1/book', { token: root.access, body: values })).id;

  return {
    server,
    end,
    settings,
    folder,
    secret,
    root,
    nobody: as(),
    as,
    request,
    send,
    logIn,
    signIn,
    person,
    registered,
    granted,
    superAdministrator,
    groupWith,
    permissionIds,
    database,
    behind: database.change,
    makeBook,
  };
}

/** What a token says. */
export function claimsOf(token: string): Plain {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { InjectOptions } from 'fastify';
import type { Settings } from '../../server/settings.ts';
import { openServer } from '../../server/start.ts';
import { newDatabase, temporaryFolder } from './test-database.ts';

export const PASSWORD = 'correct horse 1';

export interface Sent {
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly address?: string;
}

export interface Answer<Body> {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Body;
  readonly text: string;
  readonly bytes: Buffer;
}

export interface Person {
  readonly id: number;
  readonly username: string;
  readonly password: string;
  readonly access: string;
  readonly refresh: string;
}

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}
type Plain = Record<string, unknown>;
export type FreshApp = Awaited<ReturnType<typeof freshApp>>;

/** A whole server on a new database of its own, gone when the test file has run. */
export async function freshApp(changes: Partial<Settings> = {}) {
  const database = await newDatabase();
  const folder = temporaryFolder();
  const secret = randomBytes(32).toString('base64url');
  const settings: Settings = {
    host: '127.0.0.1',
    port: 0,
    workers: 1,
    ...database.address,
    secrets: [secret],
    adminPassword: PASSWORD,
    accessTokenTtl: 3600,
    refreshTokenTtl: 2_592_000,
    loginCaptcha: false,
    contentDir: 'content',
    sampleData: false,
    trustProxy: false,
    limits: { clientConnections: 1000, requestsAtOnce: 1000, requestTimeout: 30 },
    corsOrigins: [],
    logLevel: 'error',
    historyRetentionDays: 0,
    logRetentionDays: 0,
    idempotencyHours: 24,
    droppedColumnsDays: 30,
    publicUrl: 'https://quire.test',
    uploadDir: join(folder, 'uploads'),
    uploadBucket: undefined,
    uploadRules: {
      maxFileBytes: 2_097_152,
      maxTotalBytes: 20_971_520,
      maxFiles: 10,
      types: new Set(['jpg', 'png', 'gif', 'webp', 'pdf']),
      thumbnailWidths: [32, 320],
    },
    importMaxBytes: 1_000_000,
    switchedOff: new Set(),
    ...changes,
  };
  const server = await openServer(settings);
  database.closeFirst(() => server.close());

  /** Sends a request; whatever it was, the server must not have broken over it. */
  async function request<Body = Plain>(method: string, url: string, sent: Sent = {}): Promise<Answer<Body>> {
    const { token, body, headers, address } = sent;
    const isRaw = typeof body === 'string' || Buffer.isBuffer(body);
    const answer = await server.app.inject({
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
    const isJson = String(answer.headers['content-type']).startsWith('application/json');
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

  const root = await signIn('root');
  let count = 0;

  /** A user who has signed in; without groups a guest. */
  async function person(groupIds: readonly number[] = [], username = `user${++count}`): Promise<Person> {
    const body = { username, password: PASSWORD, confirm_password: PASSWORD, group_ids: groupIds };
    const { id } = await send<{ id: number }>('POST', '/cms/user/register', { token: root.access, body });
    return { id, username, password: PASSWORD, ...(await signIn(username)) };
  }

  /** The ids of permissions by their names. */
  async function permissionIds(...names: string[]): Promise<number[]> {
    const modules = await send<Record<string, { id: number; name: string }[]>>(
      'GET',
      '/cms/admin/permission',
      { token: root.access },
    );
    const all = Object.values(modules).flat();
    return names.map((name) => {
      const found = all.find((one) => one.name === name);
      assert.ok(found, `no permission is named ${name}`);
      return found.id;
    });
  }

  /** A new group that holds these permissions; answers its id. */
  async function groupWith(...names: string[]): Promise<number> {
    const body = { name: `group${++count}`, info: '', permission_ids: await permissionIds(...names) };
    return (await send<{ id: number }>('POST', '/cms/admin/group', { token: root.access, body })).id;
  }

  /** A user of a group of its own that holds these permissions. */
  async function granted(...names: string[]): Promise<Person & { groupId: number }> {
    const groupId = await groupWith(...names);
    return { ...(await person([groupId])), groupId };
  }

  const makeBook = async (values: Plain = {}) =>
    (await send<{ id: number }>('POST', '/v1/book', { token: root.access, body: values })).id;

  return {
    server,
    settings,
    folder,
    secret,
    root,
    request,
    send,
    logIn,
    signIn,
    person,
    granted,
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

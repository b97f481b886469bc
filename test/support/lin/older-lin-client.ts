import assert from 'node:assert/strict';
import { type Asked, askFromElsewhere } from '../outside/other-origin.ts';
import { read } from './lin-client.ts';

const REFRESH = 'cms/user/refresh';
const SIGNS_OUT = new Set([10000, 10100]);
const REFRESHES = new Set([10040, 10050]);
const SUPER = 2;
const ACTIVE = 1;

/** The codes that the client has words for; for others it shows an empty message. */
const WORDS = new Set([999, 10000, 10020, 10030, 10040, 10050, 10060, 10070, 10100]);

interface Answered {
  readonly error_code?: unknown;
}

/** Whom the client takes its user for. */
interface Known {
  readonly username: string;
  readonly nickname: string;
  readonly isActive: boolean;
  readonly isSuper: boolean;
  readonly groupName: string;
  readonly groupId: number;
}

/**
 * lin-cms-vue 0.2.2 as a server meets it. It judges failures by `error_code`, writes by `error_code` 0, keeps both tokens and
 * replaces only the access token. Parameters for its own use, such as `handleError`, go into the query.
 */
export class OlderLinClient {
  access: string | undefined;
  refresh: string | undefined;
  /** The codes of failures that were shown to the person. */
  readonly shown: number[] = [];
  refreshes = 0;
  isSignedOut = false;
  user: Known | undefined;
  /** The names of permissions by which pages and buttons are shown. */
  auths: readonly string[] = [];
  readonly #base: string;

  constructor(address: string) {
    this.#base = `${address}/lin2/`;
  }

  /** What the login page does. */
  async signIn(username: string, password: string): Promise<boolean> {
    const tokens = await this.ask('POST', 'cms/user/login', { data: { username, password } });
    if (!tokens) return false;
    this.access = read(tokens, 'access_token');
    this.refresh = read(tokens, 'refresh_token');
    this.isSignedOut = false;
    const auths = await this.learn('cms/user/auths');
    this.auths = read<Record<string, { auth: string }[]>[]>(auths, 'auths').flatMap((module) =>
      Object.values(module).flatMap((held) => held.map(({ auth }) => auth)),
    );
    return true;
  }

  /** Replaces all that is known of the user, as after signing in, and after a change of name or picture. */
  async learn(path: 'cms/user/auths' | 'cms/user/information'): Promise<unknown> {
    const info = await this.get(path);
    this.user = {
      username: read(info, 'username'),
      nickname: read(info, 'nickname'),
      isActive: read<number>(info, 'active') === ACTIVE,
      isSuper: read<number>(info, 'admin') === SUPER,
      groupName: read(info, 'group_name'),
      groupId: read(info, 'group_id'),
    };
    return info;
  }

  /** The body of a success; undefined where the person was shown an error or had to sign in again. */
  async ask(method: string, path: string, asked: Asked = {}): Promise<unknown> {
    const token = path === REFRESH ? this.refresh : this.access;
    const url = new URL(path.replace(/^\/+/, ''), this.#base);
    const { status, body } = await askFromElsewhere(url, { method, token, ...asked });
    if (status < 300) return body;
    const code = read<number>(body, 'error_code');
    assert.equal(typeof read(body, 'msg'), 'string');
    if (REFRESHES.has(code)) return this.#refreshAndAskAgain(method, path, asked);
    if (SIGNS_OUT.has(code)) {
      this.access = undefined;
      this.refresh = undefined;
      this.isSignedOut = true;
    } else {
      assert.ok(WORDS.has(code), `the client has no words for ${code}: ${JSON.stringify(body)}`);
      this.shown.push(code);
    }
    return undefined;
  }

  /** What a page shows at first; it must succeed. */
  async get<T>(path: string, params: Asked['params'] = {}): Promise<T> {
    const body = await this.ask('GET', path, { params });
    assert.ok(body, `GET ${path}: ${this.shown.at(-1)}`);
    return body as T;
  }

  /** A write that must succeed, as the client sees it. */
  async write(method: string, path: string, data?: unknown, params: Asked['params'] = {}): Promise<void> {
    const body = await this.ask(method, path, { data, params });
    assert.equal((body as Answered | undefined)?.error_code, 0, `${method} ${path}: ${this.shown.at(-1)}`);
    assert.ok(read<string>(body, 'msg').length > 0);
  }

  async #refreshAndAskAgain(method: string, path: string, asked: Asked): Promise<unknown> {
    assert.notEqual(path, REFRESH, 'the client would refresh without end');
    this.refreshes += 1;
    assert.ok(this.refreshes < 20, 'the client refreshes without end');
    const tokens = await this.ask('GET', REFRESH);
    if (!tokens) return undefined;
    this.access = read(tokens, 'access_token');
    return this.ask(method, path, asked);
  }
}

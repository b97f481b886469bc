import assert from 'node:assert/strict';
import { type Asked, askFromElsewhere } from '../outside/other-origin.ts';

const REFRESH = 'cms/user/refresh';
const SIGNS_OUT = new Set([10000, 10012, 10042, 10050, 10052]);
const REFRESHES = new Set([10041, 10051]);
const MAX_SUCCESS_CODE = 9998;

/** The two builds of 0.4.3: the released one, and the later sources. */
export const BUILDS = ['vue-cli', 'vite'] as const;
export type Build = (typeof BUILDS)[number];

/**
 * lin-cms-vue 0.4.3 as a server meets it: what it sends, what it reads of an answer, and what it does about a failure. It
 * runs on another origin, keeps both tokens, replaces only the access token, and judges by the code alone. Built with Vite,
 * requests that fail together wait for one refresh; otherwise each makes its own.
 */
export class LinClient {
  access: string | undefined;
  refresh: string | undefined;
  /** What was shown to the person as an error. */
  readonly toasts: string[] = [];
  /** How often the refresh route was asked. */
  refreshes = 0;
  isSignedOut = false;
  readonly #base: string;
  readonly #build: Build;
  #refreshing: Promise<unknown> | undefined;

  constructor(address: string, build: Build = 'vue-cli') {
    this.#base = `${address}/lin3/`;
    this.#build = build;
  }

  /** What the login page does; `readPicture` is asked for its text if there is a picture, and must be given then. */
  async signIn(username: string, password: string, readPicture?: (tag: string) => string): Promise<boolean> {
    const picture = await this.ask('POST', 'cms/user/captcha', { data: {} });
    assert.equal(Boolean(read(picture, 'image')), readPicture !== undefined, 'whether there is a picture');
    const none = this.#build === 'vite' ? '' : null;
    const headers = { tag: String(read(picture, 'tag') ?? none) };
    const data = { captcha: readPicture?.(headers.tag) ?? none, username, password };
    const tokens = await this.ask('POST', 'cms/user/login', { data, headers });
    if (!tokens) return false;
    this.access = read(tokens, 'access_token');
    this.refresh = read(tokens, 'refresh_token');
    this.isSignedOut = false;
    return true;
  }

  /** The body of a success; undefined where the person was shown an error or had to sign in again. */
  async ask(method: string, path: string, asked: Asked = {}): Promise<unknown> {
    const token = path === REFRESH ? this.refresh : this.access;
    const { status, body } = await askFromElsewhere(new URL(path.replace(/^\/+/, ''), this.#base), {
      method,
      token,
      ...asked,
    });
    if (status < 300) return body;
    const code = read<number>(body, 'code');
    if (REFRESHES.has(code)) return this.#refreshAndAskAgain(method, path, asked);
    if (SIGNS_OUT.has(code)) {
      this.access = undefined;
      this.refresh = undefined;
      this.isSignedOut = true;
    } else {
      this.toasts.push(read(body, 'message'));
    }
    return undefined;
  }

  /** What a page shows at first; it must succeed. */
  async get<T>(path: string, params: Asked['params'] = {}): Promise<T> {
    const body = await this.ask('GET', path, { params });
    assert.ok(body, `GET ${path}: ${this.toasts.at(-1)}`);
    return body as T;
  }

  /** A write that must succeed, as the client sees it. */
  async write(method: string, path: string, data?: unknown): Promise<void> {
    const body = await this.ask(method, path, { data });
    assert.ok(
      body && read<number>(body, 'code') < MAX_SUCCESS_CODE,
      `${method} ${path}: ${this.toasts.at(-1)}`,
    );
    assert.ok(read<string>(body, 'message').length > 0);
  }

  async #refreshAndAskAgain(method: string, path: string, asked: Asked): Promise<unknown> {
    assert.notEqual(path, REFRESH, 'the client would wait for itself');
    const tokens = await this.#newTokens();
    if (!tokens) return undefined;
    this.access = read(tokens, 'access_token');
    return this.ask(method, path, asked);
  }

  #newTokens(): Promise<unknown> {
    if (this.#refreshing && this.#build === 'vite') return this.#refreshing;
    this.refreshes += 1;
    assert.ok(this.refreshes < 20, 'the client refreshes without end');
    this.#refreshing = this.ask('GET', REFRESH).finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }
}

/** A field that the client cannot do without. */
export function read<T = string>(body: unknown, name: string): T {
  assert.ok(
    body !== null && typeof body === 'object' && name in body,
    `no ${name} in ${JSON.stringify(body)}`,
  );
  return (body as Record<string, T>)[name] as T;
}

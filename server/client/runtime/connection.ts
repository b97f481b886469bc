import { toJson } from '../../shared/exact-json.ts';
import { type Answer, described, doneIn, idIn, idsFrom, read, type Values } from './answers.ts';
import type { CollectionDescription, NewView, SavedView, SavedViews, ViewChanges } from './descriptions.ts';
import { queryOf } from './query.ts';
import { QuireError } from './quire-error.ts';
import type { Done, FileAddress, FoundRecord, ImageCopy, SearchRequest, UploadedFile } from './requests.ts';
import type { Id } from './shapes.ts';
import { type RecordChange, type WatchRequest, watchChanges } from './watch.ts';

export interface Tokens {
  readonly access: string;
  readonly refresh: string;
}

/** Where tokens are kept; in memory by default. Asked before each request, so that tabs may share one. */
export interface TokenStore {
  get(): Tokens | undefined;
  set(tokens: Tokens | undefined): void;
}

export interface ConnectionOptions {
  /** Where the API is, such as `https://cms.example.org/api`; without `/api`, that in the specification's form. */
  readonly base: string;
  readonly tokens?: TokenStore;
  /** What renews an expired access token; by default the server's refresh route, with the refresh token. */
  readonly renew?: (stale: Tokens) => Promise<Tokens>;
  /** What sends requests; the platform's own by default. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

/** What a sign-in may need besides the password: a second factor. */
export interface SignInTerms {
  /** Text and tag of a captcha, where one is asked for. */
  readonly text?: string;
  readonly tag?: string;
  /** For an account with a second factor: a code of the app, or a recovery code. */
  readonly code?: string;
  readonly passkey?: unknown;
  /** The token of a trusted device, in place of a code. */
  readonly device?: string;
  /** Whether to trust this device from now on. */
  readonly remember_device?: boolean;
}

type Content = NonNullable<RequestInit['body']>;

export interface Sent {
  readonly query?: readonly (readonly [string, string])[];
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal | undefined;
}

/** The codes of an expired token and of an ended session; renewing shows which of the two it is. */
const STALE_TOKENS: readonly number[] = [10050, 10040];

/** A signed-in connection to a server. An access token that has expired is refreshed once for all requests that wait for it. */
export class Connection {
  readonly #base: string;
  readonly #tokens: TokenStore;
  readonly #renew: (stale: Tokens) => Promise<Tokens>;
  readonly #fetch: NonNullable<ConnectionOptions['fetch']>;
  #refreshing: Promise<void> | undefined;

  constructor({ base, tokens = inMemory(), renew, fetch: send }: ConnectionOptions) {
    this.#base = base.replace(/\/+$/, '');
    this.#tokens = tokens;
    this.#renew = renew ?? ((stale) => this.#refreshRoute(stale));
    this.#fetch = send ?? ((url, init) => fetch(url, init));
  }

  /** Returns the token of the device if it is to be trusted. */
  async signIn(
    username: string,
    password: string,
    { text: captcha, tag, ...factor }: SignInTerms = {},
  ): Promise<string | undefined> {
    const headers = { 'content-type': 'application/json', tag };
    const body = toJson({ username, password, captcha, ...factor });
    const answer = await read(await this.#send('POST', '/cms/user/login', { headers, body }, undefined));
    this.#tokens.set(tokensIn(answer));
    return answer.device as string | undefined;
  }

  async signOut(): Promise<void> {
    await this.request('POST', '/cms/user/logout');
    this.#tokens.set(undefined);
  }

  /** Sends any request and returns the answer, for routes without a method. Throws QuireError. */
  async request(method: string, path: string, sent: Sent = {}): Promise<Answer> {
    return read(await this.response(method, path, sent));
  }

  /** Sends a write whose answer is not needed. Throws QuireError. */
  async done(method: string, path: string, sent: Sent = {}): Promise<Done> {
    const response = await this.response(method, path, sent);
    await response.text();
    return doneIn(response);
  }

  /** Uploads a file: its id may be put into a field that holds one. A private one is read through records alone. */
  async upload(
    file: Blob,
    name = 'file',
    options: { readonly private?: boolean } = {},
  ): Promise<UploadedFile> {
    const body = new FormData();
    body.append('file', file, name);
    const query = queryOf(options);
    const [uploaded = {}] = described<readonly Answer[]>(
      await this.request('POST', '/cms/file', { body, query }),
    );
    return described({ ...uploaded, id: idIn(uploaded) });
  }

  /** An address that opens a file without a token: a private one until `expire_time`. */
  async fileAddress(id: Id, copy: ImageCopy = {}): Promise<FileAddress> {
    const query = queryOf(copy);
    return described(await this.request('GET', `/cms/file/${id}/address`, { query }));
  }

  /**
   * Changes of records that the caller may see, as they happen, in the order of commits. A broken connection is resumed. Throws
   * QuireError if the server refuses: with status 410 if changes may be missing, as they are no longer kept or the database
   * was set back.
   */
  watch(request: WatchRequest = {}): AsyncGenerator<RecordChange> {
    const accept = 'text/event-stream';
    const open = (query: [string, string][], last: string | undefined, signal: AbortSignal | undefined) =>
      this.response('GET', '/v1/changes', { query, headers: { accept, 'last-event-id': last }, signal });
    return watchChanges(open, request);
  }

  /** The best records of several collections, each within what the caller may read. */
  async search(words: string, request: SearchRequest = {}): Promise<readonly FoundRecord[]> {
    const query = queryOf({ q: words, ...request });
    const { items } = await this.request('GET', '/v1/search', { query });
    return (items as readonly Answer[]).map((record) => described({ ...record, id: idIn(record) }));
  }

  /** The collections that the caller may use, with what they may do and the labels of their language. */
  async definitions(): Promise<readonly CollectionDescription[]> {
    return (await this.request('GET', '/cms/definition')).items as readonly CollectionDescription[];
  }

  /** The saved views that the caller may see: of one collection, or of all. */
  async views(collection?: string): Promise<SavedViews> {
    const { items, scopes } = await this.request('GET', '/cms/view', { query: queryOf({ collection }) });
    const views = (items as readonly Answer[]).map(
      (view) => ({ ...view, id: idIn(view), group_id: idsFrom(view.group_id) }) as SavedView,
    );
    return { items: views, scopes: scopes as SavedViews['scopes'] };
  }

  /** Saves a view and answers its id. */
  async createView(view: NewView): Promise<Id> {
    return idIn(await this.request('POST', '/cms/view', { body: viewBody(view) }));
  }

  async changeView(id: Id, changes: ViewChanges): Promise<void> {
    await this.request('PATCH', `/cms/view/${encodeURIComponent(id)}`, { body: viewBody(changes) });
  }

  async removeView(id: Id): Promise<void> {
    await this.request('DELETE', `/cms/view/${encodeURIComponent(id)}`);
  }

  /** The same as `request`, and the response itself, its body unread; also for files. */
  async response(
    method: string,
    path: string,
    { query = [], body, headers, signal }: Sent = {},
  ): Promise<Response> {
    const search = new URLSearchParams(query.map(([name, value]) => [name, value])).toString();
    const url = search === '' ? path : `${path}?${search}`;
    const isJson =
      body !== undefined && !(body instanceof FormData) && headers?.['content-type'] === undefined;
    const sent = {
      headers: { ...headers, ...(isJson && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: isJson ? toJson(body) : (body as Content) }),
      ...(signal && { signal }),
    };
    const tokens = this.#tokens.get();
    try {
      return await this.#send(method, url, sent, tokens?.access);
    } catch (error) {
      const isStale = error instanceof QuireError && STALE_TOKENS.includes(error.code);
      if (!isStale || !tokens) throw error;
      await this.#refresh(tokens);
      return this.#send(method, url, sent, this.#tokens.get()?.access);
    }
  }

  /** One refresh serves all waiting requests; none is needed if these tokens have already been replaced. */
  async #refresh(stale: Tokens): Promise<void> {
    if (this.#tokens.get()?.access !== stale.access) return;
    this.#refreshing ??= this.#refreshNow(stale).finally(() => {
      this.#refreshing = undefined;
    });
    await this.#refreshing;
  }

  async #refreshNow(stale: Tokens): Promise<void> {
    try {
      this.#tokens.set(await this.#renew(stale));
    } catch (error) {
      if (error instanceof QuireError && error.status < 500) this.#tokens.set(undefined);
      throw error;
    }
  }

  async #refreshRoute(stale: Tokens): Promise<Tokens> {
    return tokensIn(await read(await this.#send('GET', '/cms/user/refresh', {}, stale.refresh)));
  }

  async #send(
    method: string,
    url: string,
    { headers = {}, body, signal }: Pick<Sent, 'headers' | 'signal'> & { readonly body?: Content },
    token: string | undefined,
  ): Promise<Response> {
    const all = { ...headers, authorization: token && `Bearer ${token}` };
    const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const answer = await this.#fetch(this.#base + url, {
      method,
      headers: given,
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    });
    if (answer.ok) return answer;
    const said = await read(answer).catch(() => ({}));
    throw new QuireError(answer.status, said, answer.headers.get('x-request-id') ?? undefined);
  }
}

function viewBody({ group_id, ...view }: ViewChanges): Values {
  return { ...view, ...(group_id && { group_id: BigInt(group_id) }) };
}

function inMemory(): TokenStore {
  let kept: Tokens | undefined;
  return {
    get: () => kept,
    set(tokens) {
      kept = tokens;
    },
  };
}

function tokensIn(answer: Answer): Tokens {
  return { access: String(answer.access_token), refresh: String(answer.refresh_token) };
}

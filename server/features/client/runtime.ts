/** An id, and whatever refers to one: a whole number of 64 bits as its digits, so that nothing on its way can round it. */
export type Id = string;

/** Any JSON. Whole numbers that a double would round are bigints. */
export type Json =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };

export interface Tokens {
  readonly access: string;
  readonly refresh: string;
}

/** Where tokens are kept; in memory unless told. Asked before each request, so that tabs may share one. */
export interface TokenStore {
  get(): Tokens | undefined;
  set(tokens: Tokens | undefined): void;
}

export interface ConnectionOptions {
  /** Where the server is, such as `https://cms.example.org`. */
  readonly base: string;
  readonly tokens?: TokenStore;
  /** What renews an expired access token; by default the server's refresh route, with the refresh token. */
  readonly renew?: (stale: Tokens) => Promise<Tokens>;
  /** What sends requests; the platform's own unless told. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

/** What the server refused, with its code and its words. */
export class QuireError extends Error {
  readonly status: number;
  readonly code: number;
  /** What is wrong with the input, by the path of each field; '' is all of it. Content alone tells it. */
  readonly fields: Readonly<Record<string, FieldProblem>>;
  /** The words of a hook that refused it. */
  readonly reason: string | undefined;
  /** Of many writes: what is wrong with which of them. */
  readonly items: readonly RefusedItem[];

  constructor(status: number, body: Answer) {
    super(String(body.message ?? body.msg ?? ''));
    this.name = 'QuireError';
    this.status = status;
    this.code = Number(body.code ?? body.error_code ?? 0);
    this.fields = (body.fields ?? {}) as Readonly<Record<string, FieldProblem>>;
    this.reason = body.reason === undefined ? undefined : String(body.reason);
    this.items = (body.items ?? []) as readonly RefusedItem[];
  }
}

/** What is wrong with one field: a stable code, words in the language that was asked for, and what is allowed. */
export interface FieldProblem {
  readonly code: string;
  readonly message: string;
  readonly allowed?: unknown;
}

export interface RefusedItem {
  readonly index: number;
  readonly status: number;
  readonly code: number;
  readonly message: string;
  readonly fields: Readonly<Record<string, FieldProblem>>;
  readonly reason?: string;
}

/** What is known of a record, for the compiler alone. */
export interface Shape {
  readonly row: object;
  readonly input: object;
  readonly filter: object;
  readonly sort: string;
  readonly by: string;
  readonly expand: object;
}

/** A field that refers to one row, or to many, of a record. */
export interface One<S> {
  readonly many: false;
  readonly shape: S;
}
export interface Many<S> {
  readonly many: true;
  readonly shape: S;
}

export interface CompareValue<T> {
  readonly eq?: T;
  readonly ne?: T;
  readonly lt?: T;
  readonly lte?: T;
  readonly gt?: T;
  readonly gte?: T;
  readonly in?: readonly T[];
  readonly null?: boolean;
}
export interface CompareText<T extends string = string> extends CompareValue<T> {
  readonly contains?: string;
  readonly starts?: string;
}
export interface CompareTruth {
  readonly eq?: boolean;
  readonly ne?: boolean;
  readonly null?: boolean;
}
export interface CompareMany {
  readonly eq?: Id;
  readonly in?: readonly Id[];
  readonly null?: boolean;
}
export interface CompareNothing {
  readonly null?: boolean;
}
export interface Grouped<F> {
  readonly and?: readonly F[];
  readonly or?: readonly F[];
}

/** References that are followed: `{ author: true }`, or further: `{ author: { country: true } }`. */
export type Expand<S> = S extends { readonly expand: infer X }
  ? { readonly [K in keyof X]?: true | (X[K] extends { readonly shape: infer T } ? Expand<T> : never) }
  : never;

/** What was named of these, and nothing that is not there: the compiler lets more pass by itself. */
type Only<S, E> = {
  readonly [K in keyof E]: S extends { readonly expand: infer X }
    ? K extends keyof X
      ? E[K] extends true
        ? true
        : X[K] extends { readonly shape: infer T }
          ? Only<T, E[K]>
          : never
      : never
    : never;
};

type Nothing = Record<never, never>;
type RowOf<S> = S extends { readonly row: infer R } ? R : never;
type Followed<X, E> =
  X extends Many<infer T> ? readonly Whole<T, E>[] : X extends One<infer T> ? Whole<T, E> | null : never;
type Whole<S, E> = RowOf<S> & Expanded<S, E extends true ? Nothing : E>;
type Expanded<S, E> = [keyof E] extends [never]
  ? unknown
  : S extends { readonly expand: infer X }
    ? { readonly expanded: { readonly [K in keyof E & keyof X]: Followed<X[K], E[K]> } }
    : never;

/** A row as it was asked for: these of its fields, and what it refers to. */
export type Shown<S extends Shape, F extends keyof S['row'], E> = Pick<
  S['row'],
  F | ('id' & keyof S['row'])
> &
  Expanded<S, E> & { readonly can?: Readonly<Record<string, boolean>> };

export interface Narrowing<S extends Shape> {
  readonly filter?: S['filter'];
  /** Words that must all be found. */
  readonly q?: string;
}

export interface ShowRequest<S extends Shape, F extends keyof S['row'], E> {
  /** Only these fields, and the id. */
  readonly fields?: readonly F[];
  readonly expand?: E & Expand<S> & Only<S, E>;
  /** Adds to each row what the caller may do with it. */
  readonly can?: boolean;
}

export interface ListRequest<S extends Shape, F extends keyof S['row'], E>
  extends Narrowing<S>,
    ShowRequest<S, F, E> {
  /** In this order, `-` for descending. */
  readonly sort?: S['sort'] | readonly S['sort'][];
  readonly page?: number;
  readonly count?: number;
  /** The `next` of the page before. */
  readonly after?: string;
  /** The `previous` of the page after. */
  readonly before?: string;
  /** The page with this row in its middle. */
  readonly around?: Id;
  /** The page from this value of the first sorted field on. */
  readonly from?: string | number | bigint;
  readonly total?: boolean;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number | null;
  readonly page: number;
  readonly count: number;
  readonly next: string | null;
}

/** A page of a list that can be read in both directions. */
export interface ListPage<Item> extends Page<Item> {
  readonly previous: string | null;
}

export interface PlaceRequest {
  readonly count?: number;
  readonly after?: string;
}

export interface Condition {
  /** Only where the row is still as it was when it had this tag; otherwise the server refuses with 412. */
  readonly ifMatch?: string;
}

export interface Repeatable {
  /** A word of the caller's: the same write sent once more under it is done but once. */
  readonly idempotencyKey?: string;
}

export type BulkItem<S extends Shape> =
  | { readonly action: 'create'; readonly values: S['input'] }
  | { readonly action: 'update'; readonly id: Id; readonly values: Partial<S['input']> }
  | { readonly action: 'upsert'; readonly by: S['by']; readonly values: S['input'] }
  | { readonly action: 'delete'; readonly id: Id };

export interface BulkResult {
  readonly index: number;
  readonly status: number;
  readonly id: Id;
}

/** Who did something; null where the caller may not know. */
export type KnownUser = { readonly id: Id; readonly username: string | null } | null;

export interface HistoryEntry<S extends Shape> {
  readonly id: Id;
  readonly action: 'create' | 'update' | 'delete' | 'restore' | 'purge';
  readonly time: number;
  readonly request_id: string;
  readonly user: KnownUser;
  readonly changes: {
    readonly [K in keyof S['row']]?: {
      readonly before: S['row'][K] | null;
      readonly after: S['row'][K] | null;
    };
  };
}

export type TrashEntry<S extends Shape> = S['row'] & {
  readonly delete_time: number;
  readonly deleted_by: KnownUser;
  readonly along_with: { readonly record: string; readonly id: Id } | null;
  readonly others: number;
};

export interface UploadedFile {
  readonly id: Id;
  readonly url: string;
  readonly path: string;
  readonly name: string;
  readonly extension: string;
  readonly size: number;
  readonly width: number | null;
  readonly height: number | null;
}

/** How a record is spoken of: its path, which of its fields hold ids and which whole numbers of 64 bits, and what they refer to. */
interface Form {
  readonly path: string;
  readonly ids: readonly string[];
  readonly bigints: readonly string[];
  readonly expand: Readonly<Record<string, string>>;
}
type Forms = Readonly<Record<string, Form>>;

type Answer = Readonly<Record<string, unknown>>;
type Values = Record<string, unknown>;
type Content = NonNullable<RequestInit['body']>;

interface Sent {
  readonly query?: readonly (readonly [string, string])[];
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** What the server answers to a token that has expired, and to one whose session has ended: a renewal tells which. */
const STALE_TOKENS: Readonly<Record<number, number>> = { 401: 10050, 422: 10040 };

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

  /** Where a captcha is asked for, its text and tag. */
  async signIn(username: string, password: string, captcha?: { text: string; tag: string }): Promise<void> {
    const headers = { 'content-type': 'application/json', tag: captcha?.tag };
    const body = toText({ username, password, ...(captcha && { captcha: captcha.text }) });
    const answer = await this.#send('POST', '/cms/user/login', { headers, body }, undefined);
    this.#tokens.set(tokensIn(await read(answer)));
  }

  async signOut(): Promise<void> {
    await this.request('POST', '/cms/user/logout');
    this.#tokens.set(undefined);
  }

  /** Sends any request, and answers what the server does; for what has no method of its own. Throws QuireError. */
  async request(method: string, path: string, sent: Sent = {}): Promise<Answer> {
    return read(await this.response(method, path, sent));
  }

  /** Uploads a file: its id may be put into a field that holds one. */
  async upload(file: Blob, name = 'file'): Promise<UploadedFile> {
    const body = new FormData();
    body.append('file', file, name);
    const [uploaded] = (await this.request('POST', '/cms/file', { body })) as unknown as readonly Answer[];
    return { ...uploaded, id: idIn(uploaded ?? {}) } as UploadedFile;
  }

  /** The same, and the response itself, its body unread; also for files. */
  async response(method: string, path: string, { query = [], body, headers }: Sent = {}): Promise<Response> {
    const search = new URLSearchParams(query.map(([name, value]) => [name, value])).toString();
    const url = search === '' ? path : `${path}?${search}`;
    const isJson =
      body !== undefined && !(body instanceof FormData) && headers?.['content-type'] === undefined;
    const sent = {
      headers: { ...headers, ...(isJson && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: isJson ? toText(body) : (body as Content) }),
    };
    const tokens = this.#tokens.get();
    try {
      return await this.#send(method, url, sent, tokens?.access);
    } catch (error) {
      const isStale = error instanceof QuireError && error.code === STALE_TOKENS[error.status];
      if (!isStale || !tokens) throw error;
      await this.#refresh(tokens);
      return this.#send(method, url, sent, this.#tokens.get()?.access);
    }
  }

  /** One refresh serves all that wait; none is needed where somebody else has refreshed these tokens meanwhile. */
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
    { headers = {}, body }: { headers?: Sent['headers']; body?: Content },
    token: string | undefined,
  ): Promise<Response> {
    const all = { ...headers, authorization: token && `Bearer ${token}` };
    const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const answer = await this.#fetch(this.#base + url, {
      method,
      headers: given,
      ...(body !== undefined && { body }),
    });
    if (answer.ok) return answer;
    throw new QuireError(answer.status, await read(answer).catch(() => ({})));
  }
}

/** What can be done with the rows of a record. */
export class RecordClient<S extends Shape> {
  protected readonly connection: Connection;
  protected readonly form: Form;
  readonly #forms: Forms;

  constructor(connection: Connection, forms: Forms, name: string) {
    this.connection = connection;
    this.#forms = forms;
    this.form = formOf(forms, name);
  }

  /** One page. */
  async list<const F extends keyof S['row'] = keyof S['row'], const E = Nothing>(
    request: ListRequest<S, F, E> = {},
  ): Promise<ListPage<Shown<S, F, E>>> {
    const answer = await this.connection.request('GET', this.form.path, { query: queryOf(request) });
    return { ...this.page<Shown<S, F, E>>(answer), previous: answer.previous as string | null };
  }

  /** Every row that is meant, page by page as they are needed. */
  async *each<const F extends keyof S['row'] = keyof S['row'], const E = Nothing>(
    request: Omit<ListRequest<S, F, E>, 'page' | 'total' | 'before' | 'around' | 'from'> = {},
  ): AsyncGenerator<Shown<S, F, E>> {
    let after = request.after;
    for (;;) {
      const page: Page<Shown<S, F, E>> = await this.list<F, E>({
        count: 100,
        ...request,
        ...(after !== undefined && { after }),
      });
      yield* page.items;
      if (page.next === null) return;
      after = page.next;
    }
  }

  async get<const F extends keyof S['row'] = keyof S['row'], const E = Nothing>(
    id: Id,
    request: ShowRequest<S, F, E> = {},
  ): Promise<Shown<S, F, E>> {
    return this.shown(await this.connection.request('GET', this.#one(id), { query: queryOf(request) }));
  }

  /** A row with the tag of its state, for `ifMatch`. */
  async getTagged(id: Id): Promise<{ readonly row: S['row']; readonly etag: string }> {
    const answer = await this.connection.response('GET', this.#one(id));
    return { etag: answer.headers.get('etag') ?? '', row: this.shown(await read(answer)) };
  }

  /** Makes a row and answers its id. */
  async create(values: S['input'], terms: Repeatable = {}): Promise<Id> {
    const headers = headersOf(terms);
    return idIn(await this.connection.request('POST', this.form.path, { body: values, headers }));
  }

  /** Gives a row all its fields anew. */
  async replace(id: Id, values: S['input'], terms: Condition & Repeatable = {}): Promise<void> {
    await this.connection.request('PUT', this.#one(id), { body: values, headers: headersOf(terms) });
  }

  /** Changes the fields that are given. */
  async patch(id: Id, changes: Partial<S['input']>, terms: Condition & Repeatable = {}): Promise<void> {
    await this.connection.request('PATCH', this.#one(id), { body: changes, headers: headersOf(terms) });
  }

  async remove(id: Id, terms: Condition & Repeatable = {}): Promise<void> {
    await this.connection.request('DELETE', this.#one(id), { headers: headersOf(terms) });
  }

  /** Makes a row, or changes the one that holds the same values in these unique fields. */
  async upsert(
    by: S['by'],
    values: S['input'],
    terms: Repeatable = {},
  ): Promise<{ readonly id: Id; readonly isNew: boolean }> {
    const answer = await this.connection.response('PATCH', this.form.path, {
      query: [['by', by]],
      body: values,
      headers: headersOf(terms),
    });
    return { isNew: answer.status === 201, id: idIn(await read(answer)) };
  }

  /** Does all of these, or none: then the QuireError tells of each what is wrong. */
  async bulk(items: readonly BulkItem<S>[], terms: Repeatable = {}): Promise<readonly BulkResult[]> {
    const headers = headersOf(terms);
    const answer = await this.connection.request('POST', `${this.form.path}/bulk`, {
      body: { items },
      headers,
    });
    return (answer.items as readonly Answer[]).map((item) => ({ ...item, id: idIn(item) }) as BulkResult);
  }

  /** All rows that are meant, as a file; the response's body is a stream. */
  exportFile(
    format: 'csv' | 'jsonl' | 'json',
    request: Narrowing<S> & Pick<ListRequest<S, keyof S['row'], Nothing>, 'fields' | 'sort'> = {},
  ): Promise<Response> {
    const query = [['format', format] as const, ...queryOf(request)];
    return this.connection.response('GET', `${this.form.path}/export`, { query });
  }

  /** Begins to import a file and answers the import's id; `importStatus` tells how far it is. */
  async importFile(
    format: 'csv' | 'jsonl' | 'json',
    file: NonNullable<RequestInit['body']>,
    { key, dryRun }: { readonly key?: 'id' | S['by']; readonly dryRun?: boolean } = {},
  ): Promise<Id> {
    const query = queryOf({ format, key, dry_run: dryRun });
    const headers = { 'content-type': 'application/octet-stream' };
    return idIn(
      await this.connection.request('POST', `${this.form.path}/import`, { query, body: file, headers }),
    );
  }

  importStatus(id: Id): Promise<Answer> {
    return this.connection.request('GET', `${this.form.path}/import/${encodeURIComponent(id)}`);
  }

  protected page<Item>({ items, ...page }: Answer): Page<Item> {
    const rows = (items as readonly Answer[]).map((row) => this.shown<Item>(row));
    return { ...(page as unknown as Omit<Page<Item>, 'items'>), items: rows };
  }

  protected shown<Item>(row: Answer): Item {
    return decode(this.#forms, this.form, row) as Item;
  }

  #one(id: Id): string {
    return `${this.form.path}/${encodeURIComponent(id)}`;
  }
}

/** The same for records that keep their past. */
export class KeptRecordClient<S extends Shape> extends RecordClient<S> {
  /** What was done to a row, the newest first. */
  async history(id: Id, request: PlaceRequest = {}): Promise<Page<HistoryEntry<S>>> {
    const query = queryOf(request);
    const answer = await this.connection.request(
      'GET',
      `${this.form.path}/${encodeURIComponent(id)}/history`,
      { query },
    );
    const entries = (answer.items as readonly Answer[]).map((entry) => {
      const changes = Object.entries(entry.changes as Readonly<Record<string, Answer>>);
      const told = changes.map(([field, { before, after }]) => [
        field,
        {
          before: this.shown<Values>({ [field]: before })[field],
          after: this.shown<Values>({ [field]: after })[field],
        },
      ]);
      return { ...entry, id: idIn(entry), user: userIn(entry.user), changes: Object.fromEntries(told) };
    });
    return { ...answer, items: entries } as unknown as Page<HistoryEntry<S>>;
  }

  /** The row as it was at a time, in milliseconds since 1970. */
  async getAsOf(id: Id, time: number): Promise<S['row']> {
    const query = queryOf({ as_of: time });
    return this.shown(
      await this.connection.request('GET', `${this.form.path}/${encodeURIComponent(id)}`, { query }),
    );
  }

  /** Sets a row's fields back to what they were after an entry of its history. */
  async restoreRevision(id: Id, revision: Id): Promise<void> {
    const path = `${this.form.path}/${encodeURIComponent(id)}/history/${encodeURIComponent(revision)}/restore`;
    await this.connection.request('POST', path);
  }

  /** Deleted rows, the last deleted first. */
  async trash(request: PlaceRequest = {}): Promise<Page<TrashEntry<S>>> {
    const answer = await this.connection.request('GET', `${this.form.path}/trash`, {
      query: queryOf(request),
    });
    const page = this.page<Values>(answer);
    const items = page.items.map((row) => {
      const along = row.along_with as Answer | null;
      return {
        ...row,
        deleted_by: userIn(row.deleted_by),
        along_with: along && { ...along, id: idIn(along) },
      };
    });
    return { ...page, items } as unknown as Page<TrashEntry<S>>;
  }

  /** Brings a deleted row back, with what was deleted along with it. */
  async restore(id: Id): Promise<void> {
    await this.connection.request('POST', `${this.form.path}/trash/${encodeURIComponent(id)}/restore`);
  }

  /** Destroys a deleted row and what its history tells. */
  async purge(id: Id): Promise<void> {
    await this.connection.request('DELETE', `${this.form.path}/trash/${encodeURIComponent(id)}`);
  }
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

function formOf(forms: Forms, name: string): Form {
  const form = forms[name];
  if (!form) throw new Error(`there is no record '${name}'`);
  return form;
}

function decode(forms: Forms, form: Form, row: Answer): Answer {
  const values: Values = { ...row };
  for (const name of form.ids) if (name in values) values[name] = idsFrom(values[name]);
  for (const name of form.bigints) {
    const value = values[name];
    if (typeof value === 'number') values[name] = BigInt(value);
  }
  if (typeof row.expanded === 'object' && row.expanded !== null) {
    const followed = Object.entries(row.expanded).map(([name, there]) => {
      const target = formOf(forms, form.expand[name] ?? '');
      if (Array.isArray(there)) return [name, there.map((one: Answer) => decode(forms, target, one))];
      return [name, there && decode(forms, target, there as Answer)];
    });
    values.expanded = Object.fromEntries(followed);
  }
  return values;
}

function idsFrom(value: unknown): unknown {
  if (value === null || value === undefined) return value;
  return Array.isArray(value) ? value.map(String) : String(value);
}

function idIn(answer: Answer): Id {
  return String(answer.id);
}

function userIn(user: unknown): unknown {
  return user && { ...(user as Answer), id: idIn(user as Answer) };
}

function tokensIn(answer: Answer): Tokens {
  return { access: String(answer.access_token), refresh: String(answer.refresh_token) };
}

function headersOf({ ifMatch, idempotencyKey }: Condition & Repeatable): NonNullable<Sent['headers']> {
  return { 'if-match': ifMatch, 'idempotency-key': idempotencyKey };
}

function queryOf(request: object): [string, string][] {
  return Object.entries(request).flatMap(([name, value]): [string, string][] => {
    if (value === undefined || value === false) return [];
    if (name === 'filter') return filterQuery(value);
    if (name === 'expand') return [[name, pathsOf(value as object).join()]];
    return [[name, name === 'can' ? '1' : Array.isArray(value) ? value.join() : String(value)]];
  });
}

/** No row meets it: an empty list of values or of alternatives, and what must hold together with one. */
const NO_ROW = Symbol('no row');

function filterQuery(filter: unknown): [string, string][] {
  const wanted = withoutEmpty(filter);
  return wanted === NO_ROW ? [['filter[or]', '']] : filterOf('filter', wanted);
}

/** A part of a filter without what a query cannot say; undefined where every row meets it. */
function withoutEmpty(part: unknown, word = ''): unknown {
  if (Array.isArray(part) && word === 'or') return someOf(part.map((one) => withoutEmpty(one)));
  if (Array.isArray(part) && word === 'and') return allOf(part.map((one) => withoutEmpty(one)));
  if (Array.isArray(part)) return part.length === 0 ? NO_ROW : part;
  if (typeof part !== 'object' || part === null) return part;
  const kept = Object.entries(part).map(([name, inner]) => [name, withoutEmpty(inner, name)] as const);
  if (kept.some(([, inner]) => inner === NO_ROW)) return NO_ROW;
  const said = kept.filter(([, inner]) => inner !== undefined);
  return said.length === 0 ? undefined : Object.fromEntries(said);
}

function someOf(parts: readonly unknown[]): unknown {
  const possible = parts.filter((part) => part !== NO_ROW);
  if (possible.length === 0) return NO_ROW;
  return possible.includes(undefined) ? undefined : possible;
}

function allOf(parts: readonly unknown[]): unknown {
  if (parts.includes(NO_ROW)) return NO_ROW;
  const said = parts.filter((part) => part !== undefined);
  return said.length === 0 ? undefined : said;
}

function filterOf(place: string, value: unknown): [string, string][] {
  if (value === undefined) return [];
  if (typeof value !== 'object' || value === null) return [[place, String(value)]];
  return Object.entries(value).flatMap(([word, inner]) => filterOf(`${place}[${word}]`, inner));
}

function pathsOf(tree: object): string[] {
  return Object.entries(tree).flatMap(([name, inner]) =>
    inner === undefined
      ? []
      : [name, ...(inner === true ? [] : pathsOf(inner).map((path) => `${name}.${path}`))],
  );
}

/** Stands before the digits of long numbers while JSON is read or written; no text of anybody's begins so. */
const MARK = `${Math.random().toString(36).slice(2)}${Math.random().toString(36).slice(2)}:`;
const TEXT_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;
const MARKED = new RegExp(`"${MARK}(-?\\d+)"`, 'g');

async function read(answer: Response): Promise<Answer> {
  return fromText(await answer.text()) as Answer;
}

/** Reads JSON; whole numbers that a double would round become bigints. */
function fromText(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  const marked = text.replace(TEXT_OR_NUMBER, (token) =>
    /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${MARK}${token}"` : token,
  );
  return JSON.parse(marked, (_, value: unknown) =>
    typeof value === 'string' && value.startsWith(MARK) ? BigInt(value.slice(MARK.length)) : value,
  );
}

/** Writes JSON; a bigint is the bare number that it is. */
function toText(value: unknown): string {
  const marked = JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'bigint' ? `${MARK}${inner}` : inner,
  );
  return marked.replace(MARKED, '$1');
}

import {
  type AggregateRequest,
  decodeGroup,
  type Group,
  type GroupBy,
  type GroupPage,
  type Measure,
} from './aggregates.ts';
import {
  type Answer,
  decode,
  described,
  doneIn,
  type Form,
  type Forms,
  formOf,
  idIn,
  read,
  recordPath,
} from './answers.ts';
import type { Connection, Sent } from './connection.ts';
import type { Usage } from './descriptions.ts';
import type { Nothing } from './expansions.ts';
import { bodyOf, needsBody, queryOf } from './query.ts';
import type {
  BulkItem,
  BulkResult,
  Condition,
  Done,
  DryRun,
  FilteredChange,
  InLocale,
  ListPage,
  ListRequest,
  Narrowing,
  Page,
  Repeatable,
  Shown,
  ShowRequest,
  Translated,
  WriteAnswer,
} from './requests.ts';
import type { Id, Shape } from './shapes.ts';

/** How each write of one record is sent. */
const METHODS = { create: 'POST', update: 'PATCH', upsert: 'PATCH', delete: 'DELETE' } as const;

type WriteOptions<S extends Shape> = Condition & Repeatable & InLocale<S>;

/** The operations on the records of a collection. */
export class CollectionClient<S extends Shape> {
  protected readonly connection: Connection;
  protected readonly form: Form;
  readonly #forms: Forms;

  constructor(connection: Connection, forms: Forms, name: string) {
    this.connection = connection;
    this.#forms = forms;
    this.form = formOf(forms, name);
  }

  /** One page. */
  async list<const F extends keyof S['record'] = keyof S['record'], const E = Nothing>(
    request: ListRequest<S, F, E> = {},
  ): Promise<ListPage<Shown<S, F, E>>> {
    const answer = await this.#listed(request);
    const { previous, highlights } = described<Pick<ListPage<Answer>, 'previous' | 'highlights'>>(answer);
    return { ...this.page<Shown<S, F, E>>(answer), previous, ...(highlights && { highlights }) };
  }

  /** All records of a list, read page by page as they are needed. */
  async *each<const F extends keyof S['record'] = keyof S['record'], const E = Nothing>(
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

  /** One page, with the localised fields in every language. */
  async listTranslated<const F extends keyof S['record'] = keyof S['record'], const E = Nothing>(
    request: Omit<ListRequest<S, F, E>, 'locale'> = {},
  ): Promise<ListPage<Translated<S, Shown<S, F, E>>>> {
    const answer = await this.#listed({ ...request, locale: 'all' });
    const page = this.page<Translated<S, Shown<S, F, E>>>(answer);
    return { ...page, previous: answer.previous as string | null };
  }

  /** A record with its localised fields in every language. */
  async getTranslated<const F extends keyof S['record'] = keyof S['record'], const E = Nothing>(
    id: Id,
    request: Omit<ShowRequest<S, F, E>, 'locale'> = {},
  ): Promise<Translated<S, Shown<S, F, E>>> {
    const query = this.asked({ ...request, locale: 'all' });
    return this.shown(await this.connection.request('GET', this.#one(id), { query }));
  }

  async get<const F extends keyof S['record'] = keyof S['record'], const E = Nothing>(
    id: Id,
    request: ShowRequest<S, F, E> = {},
  ): Promise<Shown<S, F, E>> {
    return this.shown(await this.connection.request('GET', this.#one(id), { query: this.asked(request) }));
  }

  /** A record with the tag of its state, for `ifMatch` of a write in the same language. */
  async getTagged(
    id: Id,
    request: InLocale<S> = {},
  ): Promise<{ readonly record: S['record']; readonly etag: string }> {
    const answer = await this.connection.response('GET', this.#one(id), { query: this.asked(request) });
    return { etag: answer.headers.get('etag') ?? '', record: this.shown(await read(answer)) };
  }

  /** Makes a record and answers its id. */
  async create(values: S['input'], options: Repeatable & InLocale<S> = {}): Promise<Id> {
    const sent = { body: values, ...sentWith(options) };
    return idIn(await this.connection.request('POST', this.form.path, sent));
  }

  /** Replaces all fields of a record. */
  replace(id: Id, values: S['input'], options: WriteOptions<S> = {}): Promise<Done> {
    return this.connection.done('PUT', this.#one(id), { body: values, ...sentWith(options) });
  }

  /** Changes the fields that are given. */
  patch(id: Id, changes: Partial<S['input']>, options: WriteOptions<S> = {}): Promise<Done> {
    return this.connection.done('PATCH', this.#one(id), { body: changes, ...sentWith(options) });
  }

  /** Creates a record and returns it as stored. */
  createAndGet(values: S['input'], options: Repeatable & InLocale<S> = {}): Promise<WriteAnswer<S>> {
    return this.#writeAndGet('POST', this.form.path, values, options);
  }

  /** Replaces a record and returns it as stored. */
  replaceAndGet(id: Id, values: S['input'], options: WriteOptions<S> = {}): Promise<WriteAnswer<S>> {
    return this.#writeAndGet('PUT', this.#one(id), values, options);
  }

  /** Changes a record and returns it as stored. */
  patchAndGet(id: Id, changes: Partial<S['input']>, options: WriteOptions<S> = {}): Promise<WriteAnswer<S>> {
    return this.#writeAndGet('PATCH', this.#one(id), changes, options);
  }

  /** Checks everything that a write would check, hooks included, and writes nothing. Throws what the write would throw. */
  async dryRun(write: BulkItem<S>, options: Condition = {}): Promise<DryRun<S>> {
    const by = write.action === 'upsert' ? write.by : undefined;
    const { record, others = [] } = await this.connection.request(
      METHODS[write.action],
      this.#pathOf(write),
      {
        query: queryOf({ by, dry_run: true }),
        headers: sentWith(options).headers,
        ...('values' in write && { body: write.values }),
      },
    );
    const shown = record === undefined ? {} : { record: this.shown<S['record']>(record as Answer) };
    return { ...shown, others } as DryRun<S>;
  }

  /** Counts records, and computes sums, averages and extremes of them, group by group. */
  async aggregate<const M extends Measure<S> = 'count', const G extends GroupBy<S> = never>(
    request: AggregateRequest<S, M, G> = {},
  ): Promise<GroupPage<Group<S, M, G>>> {
    const query = this.asked(request);
    const answer = await this.connection.request('GET', `${this.form.path}/aggregate`, { query });
    const items = (answer.items as readonly Answer[]).map((one) => decodeGroup(this.#forms, this.form, one));
    return described({ ...answer, items });
  }

  /** Which records refer to a record, by collection and field. */
  async usage(id: Id): Promise<readonly Usage[]> {
    const { items } = await this.connection.request('GET', `${this.#one(id)}/usage`, { query: this.asked() });
    return (items as readonly Usage[]).map((use) => ({
      ...use,
      sample: use.sample.map((one) => ({ ...one, id: String(one.id) })),
    }));
  }

  /** The records above one in a tree, from the root down, as far as the caller may see. */
  async ancestors<const F extends keyof S['record'] = keyof S['record'], const E = Nothing>(
    id: S['tree'],
    request: ShowRequest<S, F, E> = {},
  ): Promise<readonly Shown<S, F, E>[]> {
    const query = this.asked(request);
    const { items } = await this.connection.request('GET', `${this.#one(id)}/ancestors`, { query });
    return (items as readonly Answer[]).map((record) => this.shown<Shown<S, F, E>>(record));
  }

  /** Moves a record in the order by hand of its collection: before or after another record, or to an end of its list, or of another one. */
  move(id: Id, to: S['move'], options: WriteOptions<S> = {}): Promise<Done> {
    const idOf = ([place, value]: [string, unknown]) =>
      place === 'before' || place === 'after' ? [place, BigInt(String(value))] : [place, value];
    const body = Object.fromEntries(Object.entries(to).map(idOf));
    return this.connection.done('POST', `${this.#one(id)}/move`, { body, ...sentWith(options) });
  }

  remove(id: Id, options: WriteOptions<S> = {}): Promise<Done> {
    return this.connection.done('DELETE', this.#one(id), sentWith(options));
  }

  /** Makes a record, or changes the one that holds the same values in these unique fields. */
  async upsert(
    by: S['by'],
    values: S['input'],
    options: Repeatable = {},
  ): Promise<{ readonly id: Id; readonly isNew: boolean }> {
    const answer = await this.connection.response('PATCH', this.form.path, {
      query: [['by', by]],
      body: values,
      headers: sentWith(options).headers,
    });
    return { isNew: answer.status === 201, id: idIn(await read(answer)) };
  }

  /** Does all of these or none; the QuireError then lists the problems of each. */
  async bulk(items: readonly BulkItem<S>[], options: Repeatable = {}): Promise<readonly BulkResult[]> {
    const answer = await this.connection.request('POST', `${this.form.path}/bulk`, {
      body: { items },
      ...sentWith(options),
    });
    return (answer.items as readonly Answer[]).map((item) => ({ ...item, id: idIn(item) }) as BulkResult);
  }

  /** Begins to change, delete or publish every record that a filter finds, and answers the id for `bulkStatus`. */
  async bulkByFilter(change: FilteredChange<S>): Promise<Id> {
    const { filter, q, missing, dryRun, ...rest } = change;
    const query = queryOf({ filter, q, missing });
    const body = { ...rest, ...(dryRun && { dry_run: true }) };
    return idIn(await this.connection.request('POST', `${this.form.path}/bulk-by-filter`, { query, body }));
  }

  /** How far a change by filter is. */
  bulkStatus(id: Id): Promise<Answer> {
    return this.connection.request('GET', `/cms/bulk/${encodeURIComponent(id)}`);
  }

  /** Begins to undo a change by filter. */
  async undoBulk(id: Id): Promise<void> {
    await this.connection.request('POST', `/cms/bulk/${encodeURIComponent(id)}/undo`);
  }

  /** All records of a list as a file; the response's body is a stream. */
  exportFile(
    format: 'csv' | 'jsonl' | 'json',
    request: Narrowing<S> &
      Pick<ListRequest<S, keyof S['record'], Nothing>, 'fields' | 'sort' | 'locale'> = {},
  ): Promise<Response> {
    const query = [['format', format] as const, ...this.asked(request)];
    return this.connection.response('GET', `${this.form.path}/export`, { query });
  }

  /** Starts to import a file and returns the import's id; `importStatus` returns its progress. */
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

  /** A list, asked for in a body if it is too long for an address. */
  #listed(request: object): Promise<Answer> {
    const query = this.asked(request);
    if (!needsBody(query)) return this.connection.request('GET', this.form.path, { query });
    return this.connection.request('POST', `${this.form.path}/search`, {
      query: this.asked(),
      body: bodyOf(request),
    });
  }

  /** The parameters of a read. */
  protected asked(request: object = {}): [string, string][] {
    return queryOf(this.form.isDraft ? { ...request, version: 'draft' } : request);
  }

  protected page<Item>({ items, ...page }: Answer): Page<Item> {
    const records = (items as readonly Answer[]).map((record) => this.shown<Item>(record));
    return described({ ...page, items: records });
  }

  protected shown<Item>(record: Answer): Item {
    return decode(this.#forms, this.form, record) as Item;
  }

  async #writeAndGet(
    method: string,
    path: string,
    body: object,
    options: WriteOptions<S>,
  ): Promise<WriteAnswer<S>> {
    const { query, headers } = sentWith(options);
    const asked = { ...headers, prefer: 'return=representation' };
    const response = await this.connection.response(method, path, { query, body, headers: asked });
    const answer = await read(response);
    const done = doneIn(response);
    if (response.headers.get('preference-applied') === null) {
      const last = decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
      return { ...done, id: answer.id === undefined ? last : idIn(answer) };
    }
    const etag = response.headers.get('etag') ?? '';
    return { ...done, id: idIn(answer), record: this.shown(answer), etag };
  }

  #pathOf(write: BulkItem<S>): string {
    return 'id' in write ? this.#one(write.id) : this.form.path;
  }

  #one(id: Id): string {
    return recordPath(this.form, id);
  }
}

/** How a write is sent: in a language, if a record is still as it was, and once however often it is sent. */
export function sentWith({
  locale,
  ifMatch,
  idempotencyKey,
}: Condition & Repeatable & { readonly locale?: string }): Required<Pick<Sent, 'query' | 'headers'>> {
  const headers = { 'if-match': ifMatch, 'idempotency-key': idempotencyKey };
  return { query: queryOf({ locale }), headers };
}

/** The operations on the records of a query, which are only read. */
export type QueryClient<S extends Shape> = Pick<
  CollectionClient<S>,
  'list' | 'each' | 'get' | 'getTagged' | 'aggregate' | 'exportFile'
>;

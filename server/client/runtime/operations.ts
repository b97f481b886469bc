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
  userIn,
  type Values,
} from './answers.ts';
import type { Connection, Sent } from './connection.ts';
import type { Usage } from './descriptions.ts';
import type { Nothing } from './expansions.ts';
import { bodyOf, needsBody, queryOf } from './query.ts';
import type {
  BulkItem,
  BulkResult,
  Condition,
  Decision,
  Done,
  DryRun,
  ExportRequest,
  FieldChanges,
  FilteredChange,
  HistoryEntry,
  HistoryRequest,
  InLocale,
  ListedPreview,
  ListPage,
  ListRequest,
  Page,
  PlaceRequest,
  PreviewLink,
  PreviewTerms,
  Repeatable,
  Shown,
  ShowRequest,
  Translated,
  TrashEntry,
  Versions,
  WriteAnswer,
  WriteOptions,
} from './requests.ts';
import type { Id, Shape } from './shapes.ts';

/** How each write of one record is sent. */
const METHODS = { create: 'POST', update: 'PATCH', upsert: 'PATCH', delete: 'DELETE' } as const;

/** All operations on the records of a collection; `CollectionClient` names those that a collection has. */
export class Operations<S extends Shape> {
  readonly #connection: Connection;
  readonly #forms: Forms;
  readonly #form: Form;

  constructor(connection: Connection, forms: Forms, name: string) {
    this.#connection = connection;
    this.#forms = forms;
    this.#form = formOf(forms, name);
  }

  /** One page. */
  async list<const F extends keyof S['record'] = keyof S['record'], const E = Nothing>(
    request: ListRequest<S, F, E> = {},
  ): Promise<ListPage<Shown<S, F, E>>> {
    const answer = await this.#listed(request);
    const { previous, highlights } = described<Pick<ListPage<Answer>, 'previous' | 'highlights'>>(answer);
    return { ...this.#page<Shown<S, F, E>>(answer), previous, ...(highlights && { highlights }) };
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
  listTranslated<const F extends keyof S['record'] = keyof S['record'], const E = Nothing>(
    request: Omit<ListRequest<S, F, E>, 'locale'> = {},
  ): Promise<ListPage<Translated<S, Shown<S, F, E>>>> {
    return described(this.list<F, E>(inAll(request)));
  }

  /** A record with its localised fields in every language. */
  getTranslated<const F extends keyof S['record'] = keyof S['record'], const E = Nothing>(
    id: Id,
    request: Omit<ShowRequest<S, F, E>, 'locale'> = {},
  ): Promise<Translated<S, Shown<S, F, E>>> {
    return described(this.get<F, E>(id, inAll(request)));
  }

  async get<const F extends keyof S['record'] = keyof S['record'], const E = Nothing>(
    id: Id,
    request: ShowRequest<S, F, E> = {},
  ): Promise<Shown<S, F, E>> {
    return this.#shown(await this.#get(this.#one(id), request));
  }

  /** A record with the tag of its state, for `ifMatch` of a write in the same language. */
  async getTagged(
    id: Id,
    request: InLocale<S> = {},
  ): Promise<{ readonly record: S['record']; readonly etag: string }> {
    const answer = await this.#connection.response('GET', this.#one(id), { query: this.#asked(request) });
    return { etag: answer.headers.get('etag') ?? '', record: this.#shown(await read(answer)) };
  }

  /** Makes a record and answers its id. */
  async create(values: S['input'], options: Repeatable & InLocale<S> = {}): Promise<Id> {
    const sent = { body: values, ...sentWith(options) };
    return idIn(await this.#connection.request('POST', this.#form.path, sent));
  }

  /** Replaces all fields of a record. */
  replace(id: Id, values: S['input'], options: WriteOptions<S> = {}): Promise<Done> {
    return this.#connection.done('PUT', this.#one(id), { body: values, ...sentWith(options) });
  }

  /** Changes the fields that are given. */
  patch(id: Id, changes: Partial<S['input']>, options: WriteOptions<S> = {}): Promise<Done> {
    return this.#connection.done('PATCH', this.#one(id), { body: changes, ...sentWith(options) });
  }

  /** Creates a record and returns it as stored. */
  createAndGet(values: S['input'], options: Repeatable & InLocale<S> = {}): Promise<WriteAnswer<S>> {
    return this.#writeAndGet('POST', this.#form.path, values, options);
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
    const { record, others = [] } = await this.#connection.request(
      METHODS[write.action],
      this.#pathOf(write),
      {
        query: queryOf({ by, dry_run: true }),
        headers: sentWith(options).headers,
        ...('values' in write && { body: write.values }),
      },
    );
    const shown = record === undefined ? {} : { record: this.#shown<S['record']>(record as Answer) };
    return { ...shown, others } as DryRun<S>;
  }

  /** Counts records, and computes sums, averages and extremes of them, group by group. */
  async aggregate<const M extends Measure<S> = 'count', const G extends GroupBy<S> = never>(
    request: AggregateRequest<S, M, G> = {},
  ): Promise<GroupPage<Group<S, M, G>>> {
    const answer = await this.#get(`${this.#form.path}/aggregate`, request);
    const items = (answer.items as readonly Answer[]).map((one) => decodeGroup(this.#forms, this.#form, one));
    return described({ ...answer, items });
  }

  /** Which records refer to a record, by collection and field. */
  async usage(id: Id): Promise<readonly Usage[]> {
    const { items } = await this.#get(this.#one(id, '/usage'));
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
    const { items } = await this.#get(this.#one(id, '/ancestors'), request);
    return (items as readonly Answer[]).map((record) => this.#shown<Shown<S, F, E>>(record));
  }

  /** Moves a record in the order by hand of its collection: before or after another record, or to an end of its list, or of another one. */
  move(id: Id, to: S['move'], options: WriteOptions<S> = {}): Promise<Done> {
    const idOf = ([place, value]: [string, unknown]) =>
      place === 'before' || place === 'after' ? [place, BigInt(String(value))] : [place, value];
    const body = Object.fromEntries(Object.entries(to).map(idOf));
    return this.#connection.done('POST', this.#one(id, '/move'), { body, ...sentWith(options) });
  }

  remove(id: Id, options: WriteOptions<S> = {}): Promise<Done> {
    return this.#connection.done('DELETE', this.#one(id), sentWith(options));
  }

  /** Makes a record, or changes the one that holds the same values in these unique fields. */
  async upsert(
    by: S['by'],
    values: S['input'],
    options: Repeatable = {},
  ): Promise<{ readonly id: Id; readonly isNew: boolean }> {
    const answer = await this.#connection.response('PATCH', this.#form.path, {
      query: [['by', by]],
      body: values,
      headers: sentWith(options).headers,
    });
    return { isNew: answer.status === 201, id: idIn(await read(answer)) };
  }

  /** Does all of these or none; the QuireError then lists the problems of each. */
  async bulk(items: readonly BulkItem<S>[], options: Repeatable = {}): Promise<readonly BulkResult[]> {
    const answer = await this.#connection.request('POST', `${this.#form.path}/bulk`, {
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
    return idIn(await this.#connection.request('POST', `${this.#form.path}/bulk-by-filter`, { query, body }));
  }

  /** How far a change by filter is. */
  bulkStatus(id: Id): Promise<Answer> {
    return this.#connection.request('GET', `/cms/bulk/${encodeURIComponent(id)}`);
  }

  /** Begins to undo a change by filter. */
  async undoBulk(id: Id): Promise<void> {
    await this.#connection.request('POST', `/cms/bulk/${encodeURIComponent(id)}/undo`);
  }

  /** All records of a list as a file; the response's body is a stream. */
  exportFile(format: 'csv' | 'jsonl' | 'json', request: ExportRequest<S> = {}): Promise<Response> {
    const query = [['format', format] as const, ...this.#asked(request)];
    return this.#connection.response('GET', `${this.#form.path}/export`, { query });
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
      await this.#connection.request('POST', `${this.#form.path}/import`, { query, body: file, headers }),
    );
  }

  importStatus(id: Id): Promise<Answer> {
    return this.#connection.request('GET', `${this.#form.path}/import/${encodeURIComponent(id)}`);
  }

  /** The history of a record, newest first unless asked otherwise. */
  async history(id: Id, request: HistoryRequest = {}): Promise<Page<HistoryEntry<S>>> {
    const answer = await this.#get(this.#one(id, '/history'), request);
    const entries = (answer.items as readonly Answer[]).map((entry) => {
      return { ...entry, id: idIn(entry), user: userIn(entry.user), changes: this.#changes(entry) };
    });
    return described({ ...answer, items: entries });
  }

  /** What differs between two versions of a record. */
  async difference(id: Id, versions: Versions): Promise<FieldChanges<S>> {
    return this.#changes(await this.#get(this.#one(id, '/difference'), versions));
  }

  /** The record as it was at a time, in milliseconds since 1970. */
  async getAsOf(id: Id, time: number): Promise<S['record']> {
    return this.#shown(await this.#get(this.#one(id), { as_of: time }));
  }

  /** Restores a record's fields to their values after an entry of its history. */
  restoreRevision(id: Id, revision: Id): Promise<Done> {
    return this.#connection.done('POST', this.#one(id, `/history/${encodeURIComponent(revision)}/restore`));
  }

  /** Deleted records, the last deleted first. */
  async trash(request: PlaceRequest = {}): Promise<Page<TrashEntry<S>>> {
    const query = queryOf(request);
    const page = this.#page<Values & Answer>(
      await this.#connection.request('GET', `${this.#form.path}/trash`, { query }),
    );
    const items = page.items.map((record) => {
      const along = record.along_with as Answer | null;
      return {
        ...record,
        deleted_by: userIn(record.deleted_by),
        along_with: along && { ...along, id: idIn(along) },
      };
    });
    return described({ ...page, items });
  }

  /** Restores a deleted record, with the records that were deleted along with it. */
  restore(id: Id): Promise<Done> {
    return this.#connection.done('POST', `${this.#form.path}/trash/${encodeURIComponent(id)}/restore`);
  }

  /** Destroys a deleted record and its history. */
  purge(id: Id): Promise<Done> {
    return this.#connection.done('DELETE', `${this.#form.path}/trash/${encodeURIComponent(id)}`);
  }

  /** Publishes a draft. */
  publish(id: Id, decision: Decision<S> = {}): Promise<Done> {
    return this.#decide(this.#one(id, '/publish'), decision);
  }

  /** Unpublishes a record; the draft stays. */
  unpublish(id: Id, decision: Decision<S> = {}): Promise<Done> {
    return this.#decide(this.#one(id, '/unpublish'), decision);
  }

  /** Gives a draft the values back that readers see. */
  discard(id: Id, options: WriteOptions<S> = {}): Promise<Done> {
    return this.#decide(this.#one(id, '/discard'), options);
  }

  /** Makes a link that shows a draft to people who may not see drafts: for a day, or for these hours. */
  async preview(id: Id, terms: PreviewTerms<S> = {}): Promise<PreviewLink> {
    const made = await this.#connection.request('POST', this.#one(id, '/preview'), { body: terms });
    const { token, url, expire_time, page } = made;
    return { id: idIn(made), token, url, expire_time, page } as PreviewLink;
  }

  /** The links that open a draft. */
  async previews(id: Id): Promise<readonly ListedPreview[]> {
    const { items } = await this.#connection.request('GET', this.#one(id, '/previews'));
    return (items as readonly ListedPreview[]).map((link) => ({ ...link, id: String(link.id) }));
  }

  /** Ends a link, no matter who made it. */
  endPreview(id: Id, link: Id): Promise<Done> {
    return this.#connection.done('DELETE', this.#one(id, `/previews/${encodeURIComponent(link)}`));
  }

  /** The draft that a preview link shows. */
  async getPreview(id: Id, token: string, request: InLocale<S> = {}): Promise<S['record']> {
    const query = queryOf({ token, ...request });
    return this.#shown(await this.#connection.request('GET', this.#one(id, '/preview'), { query }));
  }

  #decide(path: string, { at, ...options }: Decision<S>): Promise<Done> {
    const sent = { ...sentWith(options), ...(at !== undefined && { body: { at } }) };
    return this.#connection.done('POST', path, sent);
  }

  #changes({ changes }: Answer): FieldChanges<S> {
    const shown = Object.entries(changes as Readonly<Record<string, Answer>>).map(
      ([field, { before, after, removed }]) => [
        field,
        {
          before: this.#shown<Values>({ [field]: before })[field],
          after: this.#shown<Values>({ [field]: after })[field],
          ...(removed !== undefined && { removed }),
        },
      ],
    );
    return Object.fromEntries(shown) as FieldChanges<S>;
  }

  #get(path: string, request: object = {}): Promise<Answer> {
    return this.#connection.request('GET', path, { query: this.#asked(request) });
  }

  /** A list, asked for in a body if it is too long for an address. */
  #listed(request: object): Promise<Answer> {
    const query = this.#asked(request);
    if (!needsBody(query)) return this.#connection.request('GET', this.#form.path, { query });
    return this.#connection.request('POST', `${this.#form.path}/search`, {
      query: this.#asked(),
      body: bodyOf(request),
    });
  }

  /** The parameters of a read. */
  #asked(request: object = {}): [string, string][] {
    return queryOf(this.#form.isDraft ? { ...request, version: 'draft' } : request);
  }

  #page<Item>({ items, ...page }: Answer): Page<Item> {
    const records = (items as readonly Answer[]).map((record) => this.#shown<Item>(record));
    return described({ ...page, items: records });
  }

  #shown<Item>(record: Answer): Item {
    return decode(this.#forms, this.#form, record) as Item;
  }

  async #writeAndGet(
    method: string,
    path: string,
    body: object,
    options: WriteOptions<S>,
  ): Promise<WriteAnswer<S>> {
    const { query, headers } = sentWith(options);
    const asked = { ...headers, prefer: 'return=representation' };
    const response = await this.#connection.response(method, path, { query, body, headers: asked });
    const answer = await read(response);
    const done = doneIn(response);
    if (response.headers.get('preference-applied') === null) {
      const last = decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
      return { ...done, id: answer.id === undefined ? last : idIn(answer) };
    }
    const etag = response.headers.get('etag') ?? '';
    return { ...done, id: idIn(answer), record: this.#shown(answer), etag };
  }

  #pathOf(write: BulkItem<S>): string {
    return 'id' in write ? this.#one(write.id) : this.#form.path;
  }

  /** The path of a record, or of something of it. */
  #one(id: Id, below = ''): string {
    return recordPath(this.#form, id) + below;
  }
}

function inAll<Request>(request: object): Request {
  return described({ ...request, locale: 'all' });
}

/** How a write is sent: in a language, if a record is still as it was, and once however often it is sent. */
function sentWith({
  locale,
  ifMatch,
  idempotencyKey,
}: Condition & Repeatable & { readonly locale?: string }): Required<Pick<Sent, 'query' | 'headers'>> {
  const headers = { 'if-match': ifMatch, 'idempotency-key': idempotencyKey };
  return { query: queryOf({ locale }), headers };
}

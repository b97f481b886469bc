import { shallowReactive } from 'vue';
import { toJson } from '../../../../server/shared/exact-json.ts';
import { chunksOf } from '../../form/chunks.ts';
import { readValue } from '../../form/field-values.ts';
import { titleFieldsOf } from '../../form/record-title.ts';
import { language } from '../../texts/index.ts';
import { QuireError, whenOnline } from '../connection.ts';
import { type FieldDescription, inVersion, type ServedDescription } from '../definitions.ts';
import type { RecordFilter } from './record-filter.ts';
import { type ListedRecord, type ListQuery, readRecords, recordClient } from './record-list.ts';

/** The title of a referenced record. */
export interface RecordTitle {
  readonly id: string;
  /** Null if the record is deleted, or hidden from the caller. */
  readonly title: string | null;
  /** The id of its picture. */
  readonly picture?: string;
  /** The state of its publication, as people read it. */
  readonly state?: { readonly value: string; readonly label: string };
  /** What the caller may do with it, where that was asked. */
  readonly can?: Readonly<Record<string, boolean>>;
}

export interface TitlePage {
  readonly items: readonly RecordTitle[];
  readonly next: string | null;
}

/** As many ids as fit into an address. */
const MOST = 50;
let known = emptyMap();
let waiting = new Map<ServedDescription, Set<string>>();

/** The title of a record; undefined until it is loaded. Requests are batched. */
export function titleOf(collection: ServedDescription, id: string): RecordTitle | undefined {
  const found = known.get(keyOf(collection, id));
  if (found === undefined) ask(collection, id);
  return found;
}

/** Caches titles from other answers. */
export function rememberTitles(collection: ServedDescription, titles: readonly RecordTitle[]): void {
  remember(known, collection, titles);
}

function remember(
  titles: Map<string, RecordTitle>,
  collection: ServedDescription,
  read: readonly RecordTitle[],
): void {
  for (const title of read) titles.set(keyOf(collection, title.id), title);
}

function emptyMap() {
  return shallowReactive(new Map<string, RecordTitle>());
}

/** Forgets the title of a record that has changed; it is read again when it is shown. */
export function forgetTitle(collection: ServedDescription, id: string): void {
  known.delete(keyOf(collection, id));
}

/** Reads the titles of records that are not known yet. */
export async function learnTitles(collection: ServedDescription, ids: readonly string[]): Promise<void> {
  const unknown = [...new Set(ids)].filter((id) => !known.has(keyOf(collection, id)));
  await Promise.allSettled(chunksOf(unknown, MOST).map((some) => readTitles(collection, some)));
}

/** Forgets all titles: another user may see others. */
export function forgetTitles(): void {
  known = emptyMap(); // what is still being read for the former user ends up in the old one
}

/** Searches records by their search fields, or by title. */
export async function searchTitles(
  collection: ServedDescription,
  words: string,
  after?: string,
): Promise<TitlePage> {
  const place = after !== undefined && { after };
  const ofThisUser = known;
  const page = await readPage(collection, { ...searchQuery(collection, words.trim()), ...place, count: 20 });
  remember(ofThisUser, collection, page.items);
  return page;
}

interface TitleQuery extends RecordFilter {
  readonly sort: string;
  readonly after?: string | undefined;
  readonly count: number;
  readonly can?: boolean;
}

/** A page of the records that a filter finds, with what people call them. */
export async function listTitles(
  collection: ServedDescription,
  { after, ...query }: TitleQuery,
): Promise<TitlePage> {
  const ofThisUser = known;
  const page = await readPage(collection, { ...query, ...(after !== undefined && { after }) });
  remember(ofThisUser, collection, page.items);
  return page;
}

const TEXTS: readonly string[] = ['text', 'slug', 'email', 'url'];

/** The unique texts that words may be the beginning of, and that a search does not look into. */
function namingFieldsOf({ fields, search }: ServedDescription) {
  return fields.filter(
    ({ name, kind, unique, filters }) =>
      unique && TEXTS.includes(kind) && filters.includes('starts') && !search.includes(name),
  );
}

/** Whether records can be found by words without reading all of them. */
export function isFindable(collection: ServedDescription): boolean {
  return collection.search.length > 0 || namingFieldsOf(collection).length > 0;
}

/** Finds records by their search fields, then by the beginning of texts that are theirs alone, such as numbers and codes. */
export async function findTitles(
  collection: ServedDescription,
  words: string,
  count: number,
): Promise<readonly RecordTitle[]> {
  const naming = namingFieldsOf(collection);
  const filter = { or: naming.map(({ name }) => ({ [name]: { starts: words } })) };
  const [found, named] = await Promise.all([
    collection.search.length > 0 ? searchTitles(collection, words) : undefined,
    naming.length > 0 ? readPage(collection, { filter, count }).catch(() => undefined) : undefined,
  ]);
  const all = [...(named?.items ?? []), ...(found?.items ?? [])];
  return [...new Map(all.map((one) => [one.id, one])).values()].slice(0, count);
}

function ask(collection: ServedDescription, id: string): void {
  if (waiting.size === 0) queueMicrotask(readWaiting);
  const ids = waiting.get(collection) ?? new Set();
  waiting.set(collection, ids.add(id));
}

function readWaiting(): void {
  const asked = waiting;
  waiting = new Map();
  for (const [collection, ids] of asked)
    for (const some of chunksOf([...ids], MOST))
      readTitles(collection, some).catch(() => whenOnline(() => void learnTitles(collection, some)));
}

async function readTitles(collection: ServedDescription, ids: readonly string[]): Promise<void> {
  const query = { filter: { id: { in: ids.join() } }, count: MOST };
  const ofThisUser = known;
  const { items } = await readPage(collection, query).catch((error) => {
    if (error instanceof QuireError) return { items: [] };
    throw error;
  });
  const missing = ids.filter((id) => !items.some((one) => one.id === id)).map((id) => ({ id, title: null }));
  remember(ofThisUser, collection, [...items, ...missing]);
}

async function readPage(
  collection: ServedDescription,
  query: Partial<ListQuery> & Pick<ListQuery, 'count'>,
): Promise<TitlePage> {
  const client = recordClient(referred(collection));
  const { items, next } = await readRecords(client, { ...titleQuery(collection), ...query });
  return { items: items.map((record) => titled(collection, record)), next };
}

function titled(collection: ServedDescription, record: ListedRecord): RecordTitle {
  const locales = localesOf(collection);
  const values = titleFieldsOf(collection).map((name) => textIn(record[name], locales));
  const value = values.find((one) => one !== '' && one !== null) ?? values[0];
  const title = typeof value === 'string' ? value : value === null ? '' : toJson(value ?? '');
  return { id: record.id, title, ...faceOf(collection, record) };
}

/** The first image of a record. */
function pictureFieldOf({ fields }: ServedDescription): FieldDescription | undefined {
  const isImage = ({ types }: FieldDescription) => types?.every((type) => type.startsWith('image/'));
  return fields.find((field) => field.kind === 'file' && field.readable && !field.locale && isImage(field));
}

const PUBLICATION = 'publication';

function stateFieldOf(collection: ServedDescription): FieldDescription | undefined {
  const { version, fields } = referred(collection);
  return version === 'draft' ? fields.find(({ name }) => name === PUBLICATION) : undefined;
}

/** What tells a record apart beside its title. */
function faceOf(collection: ServedDescription, record: ListedRecord): Partial<RecordTitle> {
  const [field, state] = [pictureFieldOf(collection), stateFieldOf(collection)];
  const picture = field && String(readValue(field, record[field.name]));
  const choice = state?.choices?.find(({ value }) => value === record[PUBLICATION]);
  const { can } = record;
  return { ...(picture && { picture }), ...(choice && { state: choice }), ...(can && { can }) };
}

function titleQuery(collection: ServedDescription) {
  const locales = localesOf(collection);
  const face = [pictureFieldOf(collection), stateFieldOf(collection)].flatMap((field) => field?.name ?? []);
  return {
    fields: [...new Set([...titleFieldsOf(collection), ...face])],
    sort: collection.sort,
    ...(locales.length > 0 && { locale: locales.join() }),
  };
}

/** The languages of a title: the default one first, by which records are sorted. */
function localesOf({ fields, title_field }: ServedDescription): string[] {
  const localised = fields.filter(({ name, translates = name }) => translates === title_field);
  return localised.flatMap(({ locale }) => locale ?? []);
}

/** The text in the language of the reader, else in the first language that has one. */
function textIn(value: unknown, locales: readonly string[]): unknown {
  if (locales.length === 0 || typeof value !== 'object' || value === null) return value;
  const texts = value as Readonly<Record<string, unknown>>;
  const isRead = (locale: string) => locale.split('-', 1)[0] === language.value;
  const ordered = [...locales.filter(isRead), ...locales];
  return ordered.map((locale) => texts[locale]).find(Boolean) ?? '';
}

function searchQuery(collection: ServedDescription, words: string): RecordFilter {
  if (words === '') return {};
  if (collection.builtin) return { filter: { or: containing(collection, words) } };
  if (collection.search.length > 0) return { q: words };
  const title = collection.fields.find(({ name }) => name === collection.title_field);
  if (title?.filters?.includes('contains')) return { filter: { [title.name]: { contains: words } } };
  const hasTextIds = collection.fields.some(({ name, kind }) => name === 'id' && kind === 'text');
  return { filter: { id: { eq: hasTextIds || /^\d{1,19}$/.test(words) ? words : '0' } } };
}

/** Conditions on the fields that may be the title: users are found by both of their names. */
function containing(collection: ServedDescription, words: string): object[] {
  const names = titleFieldsOf(collection).filter((name) =>
    collection.fields.some((field) => field.name === name && field.filters.includes('contains')),
  );
  return names.map((name) => ({ [name]: { contains: words } }));
}

/** Users who may not see all drafts of a collection get its published records, as when the server follows references. */
export function referred(collection: ServedDescription): ServedDescription {
  return collection.actions.list === true ? collection : inVersion(collection, 'published');
}

function keyOf(collection: ServedDescription, id: string): string {
  return `${language.value}/${referred(collection).version ?? ''}/${collection.name}/${id}`;
}

import type { Readable } from 'node:stream';
import { isObject } from '../forms/check-forms.ts';
import type { Api } from '../http/api.ts';
import type { FetchFile } from '../http/fetch-file.ts';
import { type MovedFile, SourceProblem } from '../source.ts';
import { fileOf, groupOf, personOf } from './belongings.ts';
import type { Row } from './document.ts';
import { keyOf, listOf, MOST_DEPTH } from './plan.ts';
import type { StrapiReader } from './reader.ts';
import { type Attribute, type StrapiSchema, type StrapiType, schemaOf } from './schema.ts';

type Item = Record<string, unknown>;
type Query = Record<string, string>;

/** Rows that are asked for at once. */
const PAGE = 50;
/** What Strapi answers where it takes the place of a missing default language. */
const ONE_LANGUAGE = 'en';

/** A running Strapi, asked with an API token of full access. */
export async function openStrapi(api: Api, fetchFile: FetchFile): Promise<StrapiReader> {
  const described = [
    ...(await itemsAt(api, '/api/content-type-builder/content-types')),
    ...(await itemsAt(api, '/api/content-type-builder/components')),
  ];
  const schema = schemaOf(described);
  const locales = (await itemsAt(api, '/api/i18n/locales')).sort((one) => (one.isDefault === true ? -1 : 1));
  return {
    name: `strapi:${api.host}`.slice(0, 64),
    schema,
    locales: locales.length > 0 ? locales.map(({ code }) => String(code)) : [ONE_LANGUAGE],
    unseen: privateAttributes(schema),
    async *groups() {
      for (const role of await itemsAt(api, '/api/users-permissions/roles')) yield* groupOf(role);
    },
    async *people() {
      for await (const user of everything(api, '/api/users', { 'populate[role]': 'true' }))
        yield personOf(user);
    },
    async *files() {
      for await (const file of everything(api, '/api/upload/files')) yield served(api, file, fetchFile);
    },
    documents: (type) =>
      type.isSingleton ? single(api, schema, type, locales) : documentsOf(api, schema, type),
    async close() {},
  };
}

/** The API of content never answers them, whatever its token may do. */
function privateAttributes({ types }: StrapiSchema): string[] {
  return types.flatMap(({ singular, attributes }) =>
    attributes
      .filter(({ isPrivate }) => isPrivate)
      .map(({ name }) => `${singular}.${name}: private, which only an export holds`),
  );
}

async function itemsAt(api: Api, path: string, query: Query = {}): Promise<Item[]> {
  const answer = await api.get(path, query);
  const found = isObject(answer) ? (answer.data ?? answer.roles) : answer;
  if (Array.isArray(found)) return found.filter(isObject);
  throw new SourceProblem(`${path} does not answer as Strapi does`);
}

/** All items of a plain list, in the order of their ids: what is added meanwhile shifts nothing. */
async function* everything(api: Api, path: string, more: Query = {}): AsyncGenerator<Item> {
  for (let last = 0; ; ) {
    const after = { sort: 'id', limit: String(PAGE), 'filters[id][$gt]': String(last) };
    const items = await itemsAt(api, path, { ...after, ...more });
    const fresh = items.filter(({ id }) => Number(id) > last);
    yield* fresh;
    if (fresh.length === 0) return;
    last = Number(fresh.at(-1)?.id);
  }
}

function served(api: Api, file: Item, fetchFile: FetchFile): MovedFile {
  const open = (): Promise<Readable | { readonly reason: string }> => {
    const address = URL.parse(String(file.url), api.origin);
    if (!address) return Promise.resolve({ reason: `'${file.url}' is no address` });
    return address.origin === api.origin ? api.bytes(address.pathname) : fetchFile(address.href);
  };
  return fileOf(file, api.origin, open);
}

/** Drafts tell which documents there are: each document has one. */
async function* documentsOf(api: Api, schema: StrapiSchema, type: StrapiType): AsyncGenerator<Row[]> {
  const path = `/api/${type.plural}`;
  const asked: Query = {
    ...populateOf(schema.components, type.attributes, ''),
    ...(type.isLocalised && { locale: '*' }),
    sort: 'documentId',
    'pagination[pageSize]': String(PAGE),
    'pagination[withCount]': 'false',
  };
  for (let last: string | undefined; ; ) {
    const latest = await page(api, path, {
      ...asked,
      ...(type.hasDrafts && { status: 'draft' }),
      ...(last !== undefined && { 'filters[documentId][$gt]': last }),
    });
    const keys = [...new Set(latest.items.map(keyOf))];
    const cut = latest.isFull ? keys.pop() : undefined;
    if (latest.isFull && keys.length === 0)
      throw new SourceProblem(
        `${path}: a document has more languages than a page has records; raise rest.maxLimit`,
      );
    const named = Object.fromEntries(keys.map((key, at) => [`filters[documentId][$in][${at}]`, key]));
    const published =
      type.hasDrafts && keys.length > 0
        ? (await page(api, path, { ...asked, ...named, status: 'published' })).items
        : [];
    const rows = [
      ...latest.items.filter((one) => keyOf(one) !== cut).map((one) => rowOf(one, !type.hasDrafts)),
      ...published.map((one) => rowOf(one, true)),
    ];
    const byKey = Map.groupBy(rows, ({ key }) => key);
    for (const key of keys) yield byKey.get(key) ?? [];
    if (!latest.isFull) return;
    last = keys.at(-1);
  }
}

/** A page, and whether more may follow: Strapi may allow fewer records than were asked for. */
async function page(api: Api, path: string, query: Query) {
  const answer = await api.get(path, query);
  const meta = isObject(answer) && isObject(answer.meta) ? answer.meta : {};
  const size = isObject(meta.pagination) ? Number(meta.pagination.pageSize) : PAGE;
  if (!isObject(answer) || !Array.isArray(answer.data))
    throw new SourceProblem(`${path} does not answer as Strapi does`);
  const items = listOf(answer.data);
  return { items, isFull: items.length >= size };
}

async function* single(
  api: Api,
  schema: StrapiSchema,
  type: StrapiType,
  locales: readonly Item[],
): AsyncGenerator<Row[]> {
  const rows: Row[] = [];
  const codes = type.isLocalised ? locales.map(({ code }) => String(code)) : [undefined];
  for (const status of type.hasDrafts ? ['draft', 'published'] : [undefined])
    for (const locale of codes) {
      const answer = await api.find(`/api/${type.singular}`, {
        ...populateOf(schema.components, type.attributes, ''),
        ...(status !== undefined && { status }),
        ...(locale !== undefined && { locale }),
      });
      const found = isObject(answer) ? answer.data : undefined;
      if (isObject(found)) rows.push(rowOf(found, status !== 'draft'));
    }
  if (rows.length > 0) yield rows;
}

function rowOf(item: Item, isPublished: boolean): Row {
  const { locale, createdAt, updatedAt } = item;
  return {
    key: keyOf(item),
    locale: typeof locale === 'string' ? locale : null,
    isPublished,
    createdAt,
    updatedAt,
    values: item,
  };
}

/**
 * Asks for what Strapi answers only on demand: the ids of relations and files, and components with theirs, as deep as they come.
 * A schema may say that a component stands in itself.
 */
function populateOf(
  components: StrapiSchema['components'],
  attributes: readonly Attribute[],
  inside: string,
  depth = 0,
): Query {
  const query: Query = {};
  if (depth > MOST_DEPTH) return query;
  const add = (at: string, uid: string) => {
    const inner = populateOf(components, components.get(uid)?.attributes ?? [], at, depth + 1);
    Object.assign(query, Object.keys(inner).length > 0 ? inner : { [`${at}[populate]`]: '*' });
  };
  for (const { name, type, component, components: uids, isWayBack, isPrivate, target } of attributes) {
    const at = `${inside}${inside === '' ? 'populate' : '[populate]'}[${name}]`;
    if (isPrivate) continue;
    if (type === 'media' || (type === 'relation' && !isWayBack && isAsked(target)))
      query[`${at}[fields][0]`] = 'documentId';
    else if (type === 'component') add(at, component);
    else if (type === 'dynamiczone') for (const uid of uids) add(`${at}[on][${uid}]`, uid);
  }
  return query;
}

const isAsked = (target: string) => target.startsWith('api::') || target === 'plugin::users-permissions.user';

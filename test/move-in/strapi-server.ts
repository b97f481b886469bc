import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { entities, links, schemas } from './strapi-data.ts';

export const TOKEN = 'an-api-token-of-full-access';
/** The records of a page, so that there are several; more than the languages of a document. */
const PAGE = 3;

type Item = Record<string, unknown>;
type End = Readonly<Record<'type' | 'field', string>> & { readonly ref: number; readonly pos: number };

/** Answers as a running Strapi was seen to answer: what is private is left out, and relations hold documents. */
export async function strapiServer(bytes: Readonly<Record<string, Buffer>>) {
  const server = createServer((request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://strapi.example');
    const end = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.headers.authorization !== `Bearer ${TOKEN}`)
      return end(401, { error: { name: 'UnauthorizedError' } });
    const file = bytes[pathname];
    if (file) return response.writeHead(200).end(file);
    const found = answerTo(pathname, query);
    return found === undefined ? end(404, { error: { name: 'NotFoundError' } }) : end(200, found);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

function answerTo(path: string, query: URLSearchParams): unknown {
  const name = path.replace('/api/', '');
  const after = Number(query.get('filters[id][$gt]') ?? 0);
  const plain = (type: string) =>
    itemsOf(type)
      .filter(({ id }) => Number(id) > after)
      .sort((one, other) => Number(one.id) - Number(other.id));
  switch (name) {
    case 'content-type-builder/content-types':
      return { data: described(true) };
    case 'content-type-builder/components':
      return { data: described(false) };
    case 'i18n/locales':
      return itemsOf('plugin::i18n.locale')
        .reverse()
        .map((one) => ({ ...one, isDefault: one.code === 'en' }));
    case 'users-permissions/roles':
      return { roles: plain('plugin::users-permissions.role') };
    case 'users':
      return plain('plugin::users-permissions.user').map(({ password, ...user }) => user);
    case 'upload/files':
      return plain('plugin::upload.file');
    case 'home':
      return single(query);
    default:
      return listed(name, query);
  }
}

function described(areTypes: boolean) {
  return schemas
    .filter(({ uid }) => uid.includes('::') === areTypes)
    .map(({ uid, info, options, ...rest }) => ({ uid, schema: { ...info, ...options, ...rest } }));
}

function single(query: URLSearchParams) {
  const wanted = (query.get('status') ?? 'published') === 'published';
  const data = itemsOf('api::home.home').find(
    ({ locale, publishedAt }) => locale === query.get('locale') && (publishedAt !== null) === wanted,
  );
  return data && { data };
}

function listed(name: string, query: URLSearchParams) {
  const type = schemas.find(({ info }) => 'pluralName' in info && info.pluralName === name);
  if (!type) return undefined;
  const after = query.get('filters[documentId][$gt]') ?? '';
  const named = [...query]
    .filter(([key]) => key.startsWith('filters[documentId][$in]'))
    .map(([, value]) => value);
  const status = query.get('status');
  const found = itemsOf(type.uid).filter(
    ({ documentId, publishedAt }) =>
      String(documentId) > after &&
      (named.length === 0 || named.includes(String(documentId))) &&
      (status === null || (publishedAt !== null) === (status === 'published')),
  );
  const data = found.slice(0, PAGE);
  return { data, meta: { pagination: { page: 1, pageSize: PAGE } } };
}

function itemsOf(uid: string): Item[] {
  return entities
    .filter(({ type }) => type === uid)
    .sort((one, other) => String(one.data.documentId).localeCompare(String(other.data.documentId)))
    .map(({ id, data }) => populated(uid, { id, ...data }));
}

function populated(uid: string, item: Item): Item {
  const attributes = Object.entries(schemas.find((one) => one.uid === uid)?.attributes ?? {});
  const hidden = attributes
    .filter(([, one]) => 'private' in one || one.type === 'password')
    .map(([name]) => name);
  const ends = links.flatMap(({ kind, left, right }) =>
    kind === 'relation.morph'
      ? [{ from: right as End, to: left as End }]
      : [{ from: left as End, to: right as End }],
  );
  const own = ends
    .filter(({ from }) => from.type === uid && from.ref === item.id)
    .sort((one, other) => one.from.pos - other.from.pos);
  const linked = Map.groupBy(own, ({ from }) => from.field);
  const isMany = (name: string) => ['gallery', 'related'].includes(name);
  const relations = attributes.filter(([, one]) => one.type === 'media' || one.type === 'relation');
  const fields = uid.startsWith('plugin::') ? [...linked.keys()] : relations.map(([name]) => name);
  const documents = fields.map((name) => {
    const some = (linked.get(name) ?? []).flatMap(({ to }) =>
      entities
        .filter(({ type, id }) => type === to.type && id === to.ref)
        .map(({ id, data }) => ({ id, documentId: data.documentId })),
    );
    return [name, isMany(name) ? some : (some[0] ?? null)];
  });
  const inside = attributes.flatMap(([name, one]) => {
    const value = item[name];
    if (one.type !== 'component' && one.type !== 'dynamiczone') return [];
    const all = Array.isArray(value) ? value : [];
    return [[name, all.map((part: Item) => populated(String(part.__component ?? 'shared.seo'), part))]];
  });
  const shown = Object.entries(item).filter(([name]) => !hidden.includes(name));
  return { ...Object.fromEntries(shown), ...Object.fromEntries(inside), ...Object.fromEntries(documents) };
}

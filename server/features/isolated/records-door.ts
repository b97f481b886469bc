import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance } from 'fastify';
import {
  type Action,
  type Catalogue,
  holdsField,
  isPlainObject,
  type NeededFields,
  type NeedsOfCollection,
} from '../../definitions/for-server.ts';
import { api, askOwnRoute } from '../../http/index.ts';
import { ExactNumber, toJson } from '../../shared/exact-json.ts';
import { fromJson, type Json, type JsonObject } from '../../shared/json.ts';
import type { Asker } from './asker.ts';
import type { LivingGrant } from './grants.ts';
import { NotGranted, PluginProblem } from './process/plugin-process.ts';

type Values = Readonly<Record<string, unknown>>;

/** What a plug-in asks about records. */
export const RECORD_QUESTIONS = ['find', 'list', 'create', 'update', 'delete'] as const;
type Question = (typeof RECORD_QUESTIONS)[number];

const MOST_RECORDS = 100;
const MOST_PATH = 15_000;
const DEFAULT_RECORDS = 20;

/** A request to a route of this server. */
interface Inner {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: Values;
}

/**
 * Reads and writes records for a plug-in: what it was granted, by the routes and with the rights of its key. Where a user asks, it
 * reads what both may read, and writes by its key what the user might write as well.
 */
export type AskRecords = (
  grant: LivingGrant,
  question: Question,
  about: Values,
  asker?: Asker,
) => Promise<unknown>;

/** Who asks a route of this server. */
interface Caller {
  readonly authorization: string;
  readonly address: string;
  readonly language: string;
  noteRefusal?(): void;
}

export function makeAskRecords(app: FastifyInstance, catalogue: Catalogue): AskRecords {
  const ask = async (caller: Caller, name: string, { method, path, body }: Inner) => {
    if (path.length > MOST_PATH) throw new PluginProblem('its conditions are too long');
    const { authorization, address, language, noteRefusal } = caller;
    const headers = { authorization, 'accept-language': language };
    const answer = await askOwnRoute(app, { method, url: api.base + path, address, headers, body });
    const { statusCode } = answer;
    if (method === 'GET' && statusCode === 404) return undefined;
    if (statusCode < 400) return fromJson<JsonObject>(answer.body);
    const sentence = sentenceIn(answer.body);
    if (statusCode === 401 || statusCode === 403) noteRefusal?.();
    throw new PluginProblem(`${method} '${name}': ${statusCode} ${sentence}`);
  };
  return async ({ needs, key }, question, about, asker) => {
    const name = String(about.collection);
    const action: Action = question === 'find' || question === 'list' ? 'read' : question;
    const granted = Object.hasOwn(needs.collections, name) ? needs.collections[name] : undefined;
    if (granted?.[action] === undefined)
      throw new NotGranted(
        `it was not granted to ${action} '${name.slice(0, 40)}'${allowedOf(needs.collections)}`,
      );
    const definition = catalogue.served.find((one) => one.name === name);
    if (!definition || definition.isSingleton) throw new PluginProblem(`'${name}' has no list of records`);
    const inner = requestFor(question, definition.path, granted, about);
    const byKey: Caller = { authorization: `Bearer ${key}`, address: '127.0.0.1', language: 'en' };
    const isList = question === 'list';
    const user = asker?.request;
    const bound = user && (await ask(user, name, action === 'read' ? inner : onTrial(inner)));
    const ids = isList && bound ? itemsIn(bound).map(({ id }) => String(id)) : [];
    if (user && question === 'find' && !bound) return undefined;
    if (bound && isList && ids.length === 0) return [];
    const answer = await ask(byKey, name, ids.length > 0 ? within(inner, ids) : inner);
    if (!answer || question === 'update' || question === 'delete') return undefined;
    if (question === 'create') return answer.id;
    if (!isList) return seenIn(granted.read, answer, bound);
    const bounds = bound && new Map(itemsIn(bound).map((one) => [String(one.id), one]));
    return itemsIn(answer).map((one) => seenIn(granted.read, one, bounds?.get(String(one.id))));
  };
}

/** The same write, of which nothing is kept. */
function onTrial(inner: Inner): Inner {
  return { ...inner, path: `${inner.path}?dry_run=true` };
}

/** The same list, of no records but these. What it is filtered and sorted by is decided on again, for the other caller. */
function within({ method, path }: Inner, ids: readonly string[]): Inner {
  const [place = '', query] = path.split('?');
  const narrowed = new URLSearchParams(query);
  narrowed.set('page', '0');
  narrowed.set('filter[id][in]', ids.join(','));
  return { method, path: `${place}?${narrowed}` };
}

/** As every list of records answers. */
function itemsIn({ items }: JsonObject): readonly JsonObject[] {
  return items as readonly JsonObject[];
}

/** The granted fields of a record; where a user asks as well, what their answer holds too. */
function seenIn(fields: NeededFields | undefined, record: JsonObject, bound: JsonObject | undefined): Values {
  const seen = Object.entries(record).filter(([name]) => name === 'id' || holdsField(fields, name));
  return common(Object.fromEntries(seen), bound ?? record) as Values;
}

/** What two answers about the same share: readers may see different parts of a value that holds others. */
function common(one: Json | undefined, other: Json | undefined): unknown {
  if (isDeepStrictEqual(one, other)) return one;
  if (Array.isArray(one) && Array.isArray(other)) {
    const seen = new Set(other.map((item) => toJson(item))); // each with each would take for ever
    return one.filter((item) => seen.has(toJson(item)));
  }
  if (!isJsonObject(one) || !isJsonObject(other)) return undefined;
  const shared = Object.entries(one).map(([name, value]) => [
    name,
    Object.hasOwn(other, name) ? common(value, other[name]) : undefined,
  ]);
  return Object.fromEntries(shared.filter(([, value]) => value !== undefined));
}

function isJsonObject(value: unknown): value is JsonObject {
  return isPlainObject(value) && !(value instanceof ExactNumber);
}

function requestFor(question: Question, path: string, granted: NeedsOfCollection, about: Values): Inner {
  if (question === 'list') return { method: 'GET', path: `${path}?${listQuery(about.query, granted.read)}` };
  if (question === 'create') return { method: 'POST', path, body: valuesIn(about, 'create', granted.create) };
  const one = `${path}/${idIn(about)}`;
  if (question === 'find') return { method: 'GET', path: one };
  if (question === 'delete') return { method: 'DELETE', path: one };
  return { method: 'PATCH', path: one, body: valuesIn(about, 'update', granted.update) };
}

function valuesIn({ values }: Values, action: Action, fields: NeededFields | undefined): Values {
  if (!isPlainObject(values)) throw new PluginProblem(`what it wants to ${action} is no object of values`);
  for (const field of Object.keys(values)) requireField(field, action, fields);
  return values;
}

function listQuery(query: unknown, fields: NeededFields | undefined): URLSearchParams {
  const {
    where = {},
    sort = '-id',
    count = DEFAULT_RECORDS,
    page = 0,
    ...others
  } = isPlainObject(query) ? query : {};
  const [other] = Object.keys(others);
  if (other !== undefined)
    throw new PluginProblem(`a list has no '${other.slice(0, 40)}' (allowed: where, sort, count, page)`);
  if (!Number.isInteger(count) || Number(count) < 1 || Number(count) > MOST_RECORDS)
    throw new PluginProblem(`'count' must be a whole number from 1 to ${MOST_RECORDS}`);
  if (!Number.isInteger(page) || Number(page) < 0)
    throw new PluginProblem("'page' must be a whole number from 0");
  if (typeof sort !== 'string' || !isPlainObject(where))
    throw new PluginProblem("'sort' must be text, and 'where' an object");
  for (const field of [sort.replace(/^-/, ''), ...Object.keys(where)]) requireField(field, 'read', fields);
  return new URLSearchParams([
    ['sort', sort],
    ['count', String(count)],
    ['page', String(page)],
    ...Object.entries(where).map(
      ([field, value]) => [`filter[${field}][eq]`, String(value)] as [string, string],
    ),
  ]);
}

/** Also for conditions and orders: by them, a field that is not seen could be found out. */
function requireField(field: string, action: Action, fields: NeededFields | undefined): void {
  if (
    !/^[a-z][a-z0-9_]*$/.test(field) ||
    !((action === 'read' && field === 'id') || holdsField(fields, field))
  )
    throw new NotGranted(`it was not granted to ${action} the field '${field.slice(0, 40)}'`);
}

function idIn({ id }: Values): string {
  const text =
    typeof id === 'number' || typeof id === 'string' || id instanceof ExactNumber ? String(id) : '';
  if (!/^[1-9]\d{0,18}$/.test(text)) throw new PluginProblem('it names no id of a record');
  return text;
}

function sentenceIn(body: string): string {
  const { detail, title } = fromJson<{ readonly detail?: string; readonly title?: string }>(body);
  return detail ?? title ?? '';
}

function allowedOf(collections: Readonly<Record<string, NeedsOfCollection>>): string {
  const all = Object.entries(collections).map(
    ([name, actions]) => `${Object.keys(actions).join(', ')} '${name}'`,
  );
  return ` (granted: ${all.join('; ') || 'no collection'})`;
}

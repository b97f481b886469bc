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
import { ExactNumber } from '../../shared/exact-json.ts';
import { fromJson, type JsonObject } from '../../shared/json.ts';
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

/** Reads and writes records for a plug-in: what it was granted, by the routes and with the rights of its key. */
export type AskRecords = (grant: LivingGrant, question: Question, about: Values) => Promise<unknown>;

export function makeAskRecords(app: FastifyInstance, catalogue: Catalogue): AskRecords {
  return async ({ needs, key }, question, about) => {
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
    if (inner.path.length > MOST_PATH) throw new PluginProblem('its conditions are too long');
    const { statusCode, body } = await askOwnRoute(app, {
      method: inner.method,
      url: api.base + inner.path,
      address: '127.0.0.1',
      headers: { authorization: `Bearer ${key}`, 'accept-language': 'en' },
      body: inner.body,
    });
    if (question === 'find' && statusCode === 404) return undefined;
    if (statusCode >= 400)
      throw new PluginProblem(`${inner.method} '${name}': ${statusCode} ${sentenceIn(body)}`);
    return answerOf(question, body, granted.read);
  };
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

function answerOf(question: Question, body: string, fields: NeededFields | undefined): unknown {
  if (question === 'update' || question === 'delete') return undefined;
  const answer = fromJson<JsonObject>(body);
  const seen = (record: Values) =>
    Object.fromEntries(Object.entries(record).filter(([name]) => name === 'id' || holdsField(fields, name)));
  if (question === 'create') return answer.id;
  if (question === 'find') return seen(answer);
  return (answer.items as unknown as readonly Values[]).map(seen); // as every list of records answers
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

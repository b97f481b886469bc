import { Readable } from 'node:stream';
import { Bytes, type Input, readBody, readBytes } from '../../http/index.ts';
import { message } from '../../messages/message.ts';
import { toJson } from '../../shared/exact-json.ts';
import { SCIM_TYPE, scimError } from './scim-error.ts';
import { isObject } from './wanted-user.ts';

export const BASE = '/scim/v2';
const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
const MAX_BYTES = 1_000_000;
/** The most that one page lists. */
export const MAX_RESULTS = 200;

export type Resource = Readonly<Record<string, unknown>>;

/** An answer in the form of SCIM; no resource: an empty one. */
export function answered(status: number, resource?: Resource, location?: string): Bytes {
  const bytes = resource === undefined ? Buffer.alloc(0) : Buffer.from(toJson(resource));
  const headers = {
    'cache-control': 'no-store',
    'content-length': bytes.length,
    ...(resource && { 'content-type': `${SCIM_TYPE}; charset=utf-8` }),
    ...(location !== undefined && { location }),
  };
  return new Bytes(status, headers, Readable.from([bytes]));
}

/** Which attributes an answer has. */
interface Showing {
  readonly attributes?: string;
  readonly excludedAttributes?: string;
}

/** A resource with the attributes that were asked for. `id` and `schemas` are always there. */
export function shown(resource: Resource, { attributes, excludedAttributes }: Showing): Resource {
  const namesIn = (list: string) =>
    new Set(
      list
        .toLowerCase()
        .split(',')
        .map((name) => topOf(name)),
    );
  const [only, without] = [attributes, excludedAttributes].map((list) => (list ? namesIn(list) : undefined));
  if (!only && !without) return resource;
  const isShown = (name: string) => {
    if (name === 'id' || name === 'schemas') return true;
    return only ? only.has(name.toLowerCase()) : !without?.has(name.toLowerCase());
  };
  return Object.fromEntries(Object.entries(resource).filter(([name]) => isShown(name)));
}

const topOf = (name: string) => name.trim().split('.')[0] ?? '';

/** One page of resources. Places count from 1. */
export function listed(total: number, startIndex: number, resources: readonly Resource[]): Bytes {
  return answered(200, {
    schemas: [LIST],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  });
}

interface PageQuery {
  readonly startIndex?: string;
  readonly count?: string;
}

/** The window that a page shows. Less than 1 counts as 1, and a negative count as 0 (RFC 7644, 3.4.2.4). */
export function windowOf({ startIndex, count }: PageQuery) {
  const first = Math.max(1, readNumber('startIndex', startIndex, 1));
  const limit = Math.min(MAX_RESULTS, Math.max(0, readNumber('count', count, 100)));
  return { startIndex: first, offset: first - 1, limit };
}

function readNumber(name: string, text: string | undefined, standard: number): number {
  if (text === undefined) return standard;
  if (!/^-?\d{1,9}$/.test(text)) throw scimError('invalidValue', name, message('notAnInteger'));
  return Number(text);
}

/** The object that a request sends, in JSON of either type. */
export async function readObject({ body, headers }: Pick<Input, 'body' | 'headers'>): Promise<Resource> {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== SCIM_TYPE && type !== 'application/json')
    throw scimError(
      'invalidSyntax',
      'Content-Type',
      message('notOneOf', { allowed: [SCIM_TYPE, 'application/json'] }),
    );
  const sent = readBody(await readBytes(body, MAX_BYTES));
  if (!isObject(sent)) throw scimError('invalidSyntax', '', message('notAnObject'));
  return sent;
}

/** A moment as SCIM writes it. */
export const momentOf = (time: number): string => new Date(time).toISOString();

import { Readable } from 'node:stream';
import { type JsonSchema, type Properties, Type } from '../../../contract/json-schema.ts';
import { type Door, done, WriteResult } from '../../access/index.ts';
import {
  type AccessRule,
  isForAll,
  paramsOf,
  type Records,
  Reply,
  type RouteDefinition,
  type RouteEvent,
  refusalOf,
  type StoredFile,
} from '../../definitions/for-server.ts';
import { AppError, malformedRequest } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { inTime, placeIn, RecordsScope, TRANSACTION_MS } from '../../records/index.ts';
import { Bytes } from '../bytes.ts';
import { type Input, type Route, route } from '../route.ts';
import type { FileStore } from './file-store.ts';
import { boundedStream, readBytes } from './raw-body.ts';

const MOST_BYTES = 1_048_576;
/** Nothing, or an object without members. */
const NO_BODY = Type.Object({}, { mayBeMissing: true });

/** A route of a project as the server serves it. `access` is its rule with whole permissions. */
export function projectRoute(definition: RouteDefinition, access: AccessRule, files: FileStore): Route {
  const { method, path, label, module, params, query, body, rawBody, answer, produces } = definition;
  const isNameless = definition.rights === 'server' && isForAll(access);
  const isRepeatable = definition.isAtomic && produces === undefined && !rawBody;
  const names = paramsOf(path);
  const texts = Type.Object(Object.fromEntries(names.map((name) => [name, Type.String()])));
  return route({
    method,
    path,
    access,
    summary: label,
    tag: module,
    ...(names.length > 0 && { params: closed(params ?? texts) }),
    query: closed(query ?? Type.Object({})),
    ...(method !== 'GET' && !rawBody && { body: closed(body ?? NO_BODY) }),
    ...(rawBody && { accepts: '*/*' }),
    ...(answer && { answer }),
    ...(produces !== undefined && { produces }),
    ...(answer && definition.status === 201 && { isMaking: true }),
    ...(isNameless && { asksNobody: true }),
    ...(method !== 'GET' && (isNameless || !isRepeatable) && { refusesIdempotencyKeys: true }),
    handle: (door, input) =>
      (definition.isAtomic
        ? inOneTransaction(definition, door, input)
        : inManyTransactions(definition, files, door, input)
      ).catch(throwAsOurs),
  });
}

async function inOneTransaction(definition: RouteDefinition, door: Door, input: Input): Promise<unknown> {
  const { label, produces } = definition;
  const asked = await readInput(definition, door, input);
  let answered: unknown;
  const written = await door.write(async (writes) => {
    const place = placeIn(writes, writes.context.rights);
    answered = await new RecordsScope(place).run(({ records }) => {
      const { requestId, now: time } = writes.context;
      const transaction: RouteEvent['transaction'] = (work) => work(records);
      const event = { ...asked, requestId, time, records, transaction, storeFile: storeNothing };
      return inTime(handle(definition, event), TRANSACTION_MS);
    });
    return produces === undefined ? resultOf(definition, answered) : done(0, label);
  }, definition);
  return produces === undefined ? written : bytesOf(definition, answered);
}

async function inManyTransactions(
  definition: RouteDefinition,
  files: FileStore,
  door: Door,
  input: Input,
): Promise<unknown> {
  const { method, label, answer, produces } = definition;
  const asked = await readInput(definition, door, input);
  const { requestId, now: time } = door.admission;
  const scope = new RecordsScope(door.place(method === 'GET' ? undefined : label, definition));
  const { records } = scope;
  const transaction: RouteEvent['transaction'] = (work) => scope.transaction(work);
  const storeFile = method === 'GET' ? storeNothing : storeFileOf(definition, files, door);
  const event = { ...asked, requestId, time, records, transaction, storeFile };
  if (produces !== undefined) return withStream(scope, bytesOf(definition, await handle(definition, event)));
  const answered = await scope.run(() => handle(definition, event));
  return method === 'GET' && answer ? answered : resultOf(definition, answered);
}

function storeFileOf(definition: RouteDefinition, files: FileStore, door: Door): RouteEvent['storeFile'] {
  const { label, rights, isUnlimited } = definition;
  return async <T>(
    content: Readable | Uint8Array,
    name: string,
    work: (file: StoredFile, records: Records) => Promise<T>,
    { private: isPrivate }: { readonly private?: boolean } = {},
  ) => {
    const values: T[] = [];
    await files(door, {
      content,
      name,
      rights,
      isUnlimited,
      isPrivate,
      async finish(writes, file) {
        const scope = new RecordsScope(placeIn(writes, writes.context.rights));
        values.push(await scope.run(({ records }) => inTime(work(file, records), TRANSACTION_MS)));
        return done(0, label);
      },
    });
    return values.at(-1) as T; // it may have run more than once; the last run counts
  };
}

const storeNothing: RouteEvent['storeFile'] = () =>
  Promise.reject(
    new Error(
      'storeFile needs isAtomic: false: a transaction cannot wait until a file has arrived; nor can a GET write',
    ),
  );

/** A stream may read collections for as long as it is sent. */
function withStream(scope: RecordsScope, bytes: Bytes): Bytes {
  const end = () => void scope.close();
  if (bytes.stream) bytes.stream.once('close', end);
  else end();
  return bytes;
}

/** The request, as the handler gets it. */
async function readInput(
  { rawBody, rights, access, maxBytes = MOST_BYTES }: RouteDefinition,
  { admission }: Door,
  { params, query, body, headers, language }: Input,
): Promise<Omit<RouteEvent, 'records' | 'transaction' | 'storeFile' | 'requestId' | 'time'>> {
  const raw =
    rawBody && (rawBody === 'bytes' ? await readBytes(body, maxBytes) : boundedStream(body, maxBytes));
  const isNameless = rights === 'server' && access.level === 'public';
  const actor = isNameless ? admission.actor : await admission.identify();
  return { params, query, body: raw ?? body, headers, actor, language: language() };
}

/** Calls the handler; its refusals become this server's failures. */
async function handle(definition: RouteDefinition, event: RouteEvent): Promise<unknown> {
  try {
    return await definition.handle(event);
  } catch (error) {
    throw refusalOf(error, nameOf(definition)) ?? unreadable(definition, error) ?? error;
  }
}

/** Hides the status of another server's error, which is not this server's answer. */
function throwAsOurs(error: unknown): never {
  if (error instanceof AppError || !(error instanceof Error && 'statusCode' in error)) throw error;
  throw new AppError('unexpected', { cause: error });
}

/** Turns errors of `JSON.parse`, `BigInt` and the like on a raw body into bad input: the client sent that text. */
function unreadable({ rawBody }: RouteDefinition, cause: unknown): AppError | undefined {
  if (!rawBody || !(cause instanceof SyntaxError)) return undefined;
  return Object.assign(malformedRequest({ '': message('unreadableBody') }), { cause });
}

function resultOf(definition: RouteDefinition, answered: unknown): WriteResult {
  const { label, answer, status = 200 } = definition;
  const parts = isAnswer(answered) ? { answer: answered } : {};
  if (answer ? !parts.answer : answered !== undefined)
    throw new Error(
      `${nameOf(definition)} must return ${answer ? "an object or a list, as its 'answer' says" : "nothing: it has no 'answer'"}`,
    );
  return new WriteResult({ status, code: 0, text: label }, parts);
}

function isAnswer(answered: unknown): answered is Readonly<Record<string, unknown>> {
  return typeof answered === 'object' && answered !== null && !(answered instanceof Reply);
}

function bytesOf(definition: RouteDefinition, answered: unknown): Bytes {
  if (!(answered instanceof Reply))
    throw new Error(`${nameOf(definition)} must return reply(…), as it has 'produces'`);
  const { status, headers, body } = answered;
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const stream = bytes === undefined || bytes instanceof Readable ? bytes : Readable.from([bytes]);
  return new Bytes(status, { 'content-type': definition.produces ?? '', ...headers }, stream);
}

function nameOf({ method, path }: RouteDefinition): string {
  return `route ${method} ${path}`;
}

/** The same schema, closed to unknown properties unless it allows them. */
function closed<T>(schema: JsonSchema<T>): JsonSchema<T> {
  const { properties, items, additionalProperties = false } = schema as JsonSchema;
  const inner = Object.entries((properties ?? {}) as Properties).map(([name, one]) => [name, closed(one)]);
  return {
    ...(schema as JsonSchema<T> & object),
    ...(properties !== undefined && { properties: Object.fromEntries(inner), additionalProperties }),
    ...(items !== undefined && { items: closed(items as JsonSchema) }),
  };
}

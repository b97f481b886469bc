import { type JsonSchema, Type } from '../../../contract/json-schema.ts';
import { INT64 } from '../../definitions/fields/bigint.ts';
import type { AppError, FailureKey } from '../../errors.ts';
import { fieldProblem } from '../../messages/fields.ts';
import { message, render } from '../../messages/message.ts';
import {
  type Bodies,
  type BodySchemas,
  type BodyStyle,
  codeIn,
  type FailureTable,
  type SentRequest,
  statusIn,
} from './bodies.ts';

/** Whose body says what shall be written. */
const WITH_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);
/** Refusals of a token that was sent (RFC 6750, section 3.1). */
const OF_TOKENS: ReadonlySet<string> = new Set<FailureKey>([
  'tokenInvalid',
  'tokenExpired',
  'refreshTokenInvalid',
  'refreshTokenExpired',
]);
/** What is wrong in such a request stands in its address or its headers. */
const OF_HEADS: ReadonlySet<string> = new Set<FailureKey>(['malformedRequest', 'contentTypeRefused']);

const parts: Readonly<Record<string, JsonSchema>> = {
  type: Type.String({ about: message('problemType') }),
  title: Type.String(),
  status: Type.Integer(),
  detail: Type.Optional(Type.String()),
  code: Type.Integer(),
  errors: Type.Optional(
    Type.Array(
      Type.Object({
        pointer: Type.Optional(Type.String({ about: message('problemPointer') })),
        parameter: Type.Optional(Type.String()),
        header: Type.Optional(Type.String()),
        code: Type.String(),
        detail: Type.String(),
        allowed: Type.Optional({}),
        allowed_count: Type.Optional(Type.Integer()),
      }),
    ),
  ),
  reason: Type.Optional(Type.String()),
};
const whole = { ...parts, instance: Type.Optional(Type.String()) };
const schemas: BodySchemas = {
  failure: { $ref: 'Problem#' },
  failureOfRecords: Type.Object({
    ...whole,
    items: Type.Optional(Type.Array(Type.Object({ index: Type.Integer(), ...parts }))),
  }),
  written: Type.Object({ id: Type.Optional(INT64) }),
};

/**
 * Failures as problem details (RFC 9457), and writes without a report: what was made or changed, or nothing. Each failure of
 * the table has its own type, which is the same on all servers.
 */
export const problemBodies: Bodies = {
  failureType: 'application/problem+json; charset=utf-8',
  statusOf,
  headersOf(error, status): Readonly<Record<string, string>> {
    if (status !== 401) return {};
    const about = OF_TOKENS.has(error.key) ? ', error="invalid_token"' : '';
    return { 'www-authenticate': `Bearer realm="quire"${about}` };
  },
  failure: (table, style, error) => ({
    ...problemOf(table, style, error),
    ...(style.sent && { instance: `urn:quire:request:${style.sent.id}` }),
  }),
  refusedRecord: problemOf,
  writtenStatus({ status, record, ...result }) {
    const isEmpty = !record && !result.answer && Object.keys(dataOf(result)).length === 0;
    return status === 200 && isEmpty ? 204 : status;
  },
  written(_style, result) {
    const data = dataOf(result);
    return result.answer ?? (Object.keys(data).length > 0 ? data : undefined);
  },
  shared: [{ $id: 'Problem', ...Type.Object(whole) }],
  schemasOf: () => schemas,
};

/** Refused input is 422 where a body was understood, and 400 where a parameter or a header is wrong. */
function statusOf(table: FailureTable, error: AppError, { sent }: BodyStyle): number {
  const isOfBody =
    !sent ||
    Object.keys(error.problems).length === 0 ||
    Object.keys(error.problems).some((path) => isInBody(path, sent));
  return error.key === 'badParameters' && !isOfBody ? 400 : statusIn(table, error.failure);
}

function problemOf(table: FailureTable, style: BodyStyle, error: AppError) {
  const { language, sent } = style;
  const { key, detail, refusal, problems } = error;
  const errors = Object.entries(problems).map(([path, text]) => {
    const { code, message: said, ...about } = fieldProblem(text, language);
    return { ...locationOf(path, key, sent), code, detail: said, ...about };
  });
  return {
    type: `urn:quire:error:${key}`,
    title: render(error.failure.sentence, language),
    status: statusOf(table, error, style),
    ...(detail !== undefined && { detail: render(detail, language) }),
    code: codeIn(table, error.failure),
    ...(errors.length > 0 && { errors }),
    ...(refusal !== undefined && { reason: render(refusal, language) }),
  };
}

/** Where a refused field stands: a JSON pointer into the body, or the name of a header or parameter. */
function locationOf(path: string, key: string, sent: SentRequest | undefined): object {
  if (path === '') return {};
  if (isHeader(path, key, sent)) return { header: path };
  if (key === 'malformedRequest' || (sent && !isInBody(path, sent))) return { parameter: path };
  const parts = path
    .split('.')
    .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')));
  return { pointer: `#/${parts.join('/')}` };
}

function isInBody(path: string, sent: SentRequest): boolean {
  return WITH_BODY.has(sent.method) && !isAsked(path, sent);
}

/** Whether the address of the request has such a part. */
function isAsked(path: string, { query, params }: Pick<SentRequest, 'query' | 'params'>): boolean {
  const [name = ''] = path.split('.', 1);
  return [query, params].some((given) =>
    Object.keys(given ?? {}).some((key) => key === name || key.startsWith(`${name}[`)),
  );
}

/** Bodies and addresses hold any name that a client makes up, so the form of a name tells only what was refused with the head. */
function isHeader(path: string, key: string, sent: SentRequest | undefined): boolean {
  return OF_HEADS.has(key) && /^([A-Z]|[^.[]*-)/.test(path) && !(sent && isAsked(path, sent));
}

/** What a write answers beside the sentence that older clients show. */
function dataOf({
  id,
  items,
  more,
}: Pick<Parameters<Bodies['writtenStatus']>[0], 'id' | 'items' | 'more'>): object {
  return { ...(id !== undefined && { id }), ...(items && { items }), ...more };
}

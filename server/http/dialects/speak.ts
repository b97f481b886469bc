import { Type } from '../../../contract/json-schema.ts';
import { Reading } from '../../access/reading.ts';
import type { WriteResult } from '../../access/write-result.ts';
import type { AppError } from '../../errors.ts';
import { fieldsOf } from '../../messages/fields.ts';
import type { Language } from '../../messages/languages.ts';
import { render } from '../../messages/message.ts';
import type { RowsRefused } from '../../records/write/rows-refused.ts';
import { whenKnown } from '../../shared/maybe-promise.ts';
import { freeTurn, isTurnOver } from '../../shared/turn.ts';
import type { Route } from '../route.ts';
import type { Dialect } from './dialect.ts';

/** The wording of an answer depends on the route's family of bodies and the caller's language. */
export interface Speech {
  readonly family: Route['family'];
  readonly language: Language;
}

/** The body of a failure. `request` is the method and the path without query and base, with one space. */
export function failureBody(dialect: Dialect, speech: Speech, error: AppError, request: string) {
  return { ...failureOf(dialect, speech, error), request, ...inputOf(dialect, speech, error) };
}

/** Like `failureBody`, for many refused rows, each with its problems in words. Yields to the event loop in between. */
export async function rowsRefusedBody(dialect: Dialect, speech: Speech, error: RowsRefused, request: string) {
  const items: object[] = [];
  for (const { index, error: one } of error.rows) {
    if (isTurnOver()) await freeTurn();
    items.push({
      index,
      status: one.status,
      ...failureOf(dialect, speech, one),
      ...(listsFields(dialect, speech)
        ? { fields: fieldsOf(one.problems, speech.language), ...reasonOf(one, speech) }
        : { problems: sentencesOf(one, speech) }),
    });
  }
  return { ...failureOf(dialect, speech, error), request, items };
}

function failureOf({ words, codes }: Dialect, { family, language }: Speech, error: AppError) {
  const { code, text } = words[family];
  return { [code]: codes[error.key] ?? error.code, [text]: render(error.text, language) };
}

/** The problems of refused input, for programs. */
function inputOf(dialect: Dialect, speech: Speech, error: AppError) {
  if (error.status !== 400 || !listsFields(dialect, speech)) return {};
  return { fields: fieldsOf(error.problems, speech.language), ...reasonOf(error, speech) };
}

function listsFields(dialect: Dialect, { family }: Speech): boolean {
  return dialect.listsFields && family === 'content';
}

function reasonOf({ refusal }: AppError, { language }: Speech) {
  return refusal === undefined ? {} : { reason: render(refusal, language) };
}

function sentencesOf({ problems }: AppError, { language }: Speech): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(problems).map(([path, text]) => [path, render(text, language)]));
}

/** The status of a successful write. */
export function writtenStatus({ success }: Dialect, { status, answer }: WriteResult): number {
  return answer ? status : (success?.status ?? status);
}

/** The body of a successful write. */
export function writtenBody(
  { words, success }: Dialect,
  { family, language }: Speech,
  written: WriteResult,
  request: string,
) {
  const { code, text } = words[family];
  const { id, items, more, answer } = written;
  const about = { ...(id !== undefined && { id }), ...(items && { items }), ...more };
  const number = success?.code ?? written.code;
  return answer ?? { [code]: number, [text]: render(written.text, language), request, ...about };
}

/** The route, its parameters and answers in the dialect's form. */
export function inDialect(route: Route, dialect: Dialect): Route {
  const form = route.kind && dialect.forms[route.kind];
  const taking = withParametersOf(route, dialect);
  if (!form || !taking.answer) return taking;
  const { query, value } = form;
  return {
    ...taking,
    answer: form.schema(taking.answer),
    handle: (door, input) =>
      whenKnown(route.handle(door, { ...input, query: { ...query, ...input.query } }), (answered) => {
        if (!value) return answered;
        return answered instanceof Reading ? answered.map(value) : value(answered);
      }),
  };
}

function withParametersOf(route: Route, { unknownParameters }: Dialect): Route {
  const query = route.query ?? Type.Object({});
  if (unknownParameters === 'ignored') return { ...route, query: { ...query, ignoresUnknown: true } };
  const isRefused = unknownParameters === 'refused by routes of records' && route.family === 'content';
  return isRefused ? { ...route, query: { additionalProperties: false, ...query } } : route;
}

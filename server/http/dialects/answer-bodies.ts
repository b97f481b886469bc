import type { WriteResult } from '../../access/write-result.ts';
import type { AppError } from '../../errors.ts';
import { fieldsOf } from '../../messages/fields.ts';
import type { Language } from '../../messages/languages.ts';
import { render } from '../../messages/message.ts';
import type { RowsRefused } from '../../records/write/rows-refused.ts';
import { freeTurn, isTurnOver } from '../../shared/turn.ts';
import type { Route } from '../route.ts';
import type { Dialect } from './dialect.ts';

/** What the wording of an answer depends on. */
export interface BodyStyle {
  readonly bodyForm: Route['bodyForm'];
  readonly language: Language;
}

/** The body of a failure. `request` is the method and the path without query and base, with one space. */
export function failureBody(dialect: Dialect, style: BodyStyle, error: AppError, request: string) {
  return { ...failureOf(dialect, style, error), request, ...inputOf(dialect, style, error) };
}

/** Like `failureBody`, for many refused rows, each with its problems in words. Yields to the event loop in between. */
export async function rowsRefusedBody(
  dialect: Dialect,
  style: BodyStyle,
  error: RowsRefused,
  request: string,
) {
  const items: object[] = [];
  for (const { index, error: one } of error.rows) {
    if (isTurnOver()) await freeTurn();
    items.push({
      index,
      status: one.status,
      ...failureOf(dialect, style, one),
      ...(listsFields(dialect, style)
        ? { fields: fieldsOf(one.problems, style.language), ...reasonOf(one, style) }
        : { problems: sentencesOf(one, style) }),
    });
  }
  return { ...failureOf(dialect, style, error), request, items };
}

function failureOf({ words, codes, texts }: Dialect, { bodyForm, language }: BodyStyle, error: AppError) {
  const { code, text } = words[bodyForm];
  const said = texts?.[bodyForm]?.[error.key] ?? error.text;
  return { [code]: codes[error.key] ?? error.code, [text]: render(said, language) };
}

/** The problems of refused input, for programs. */
function inputOf(dialect: Dialect, style: BodyStyle, error: AppError) {
  if (error.status !== 400 || !listsFields(dialect, style)) return {};
  return { fields: fieldsOf(error.problems, style.language), ...reasonOf(error, style) };
}

function listsFields(dialect: Dialect, { bodyForm }: BodyStyle): boolean {
  return dialect.listsFields && bodyForm === 'content';
}

function reasonOf({ refusal }: AppError, { language }: BodyStyle) {
  return refusal === undefined ? {} : { reason: render(refusal, language) };
}

function sentencesOf({ problems }: AppError, { language }: BodyStyle): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(problems).map(([path, text]) => [path, render(text, language)]));
}

/** The status of a successful write. */
export function writtenStatus({ success }: Dialect, { status, answer }: WriteResult): number {
  return answer ? status : (success?.status ?? status);
}

/** The body of a successful write. */
export function writtenBody(
  { words, success }: Dialect,
  { bodyForm, language }: BodyStyle,
  written: WriteResult,
  request: string,
) {
  const { code, text } = words[bodyForm];
  const { id, items, more, answer } = written;
  const about = { ...(id !== undefined && { id }), ...(items && { items }), ...more };
  const number = success?.code ?? written.code;
  return answer ?? { [code]: number, [text]: render(written.text, language), request, ...about };
}

import { type JsonSchema, Type } from '../../../contract/json-schema.ts';
import { INT64 } from '../../definitions/fields/bigint.ts';
import type { AppError } from '../../errors.ts';
import { fieldsOf } from '../../messages/fields.ts';
import { message, render } from '../../messages/message.ts';
import {
  type Bodies,
  type BodySchemas,
  type BodyStyle,
  codeIn,
  type FailureTable,
  statusIn,
} from './bodies.ts';
import type { BodyForm } from './body-form.ts';

/** The names of code and sentence in the bodies of failures and writes. */
export interface Wording {
  readonly code: string;
  readonly text: string;
  /** Whether failures list refused input field by field, beside the sentence. */
  readonly listsFields?: true;
}

interface CodedParts {
  readonly words: Readonly<Record<BodyForm, Wording>>;
  /** Status and code of every successful write, for clients that know only one. */
  readonly success?: { readonly status: number; readonly code: number };
}

/** Section 7.4 of the specification: of content, callers without a token are told only to sign in. */
export const textsOfContent = { content: { authenticationFailed: message('signInFirst') } } as const;

/** Bodies of a numeric code, a sentence and the request, as the specification and the Lin CMS family have them. */
export function codedBodies({ words, success }: CodedParts): Bodies {
  const failureOf = (table: FailureTable, { bodyForm, language }: BodyStyle, error: AppError) => {
    const { code, text } = words[bodyForm];
    const said = table.texts?.[bodyForm]?.[error.key] ?? error.text;
    return { [code]: codeIn(table, error.failure), [text]: render(said, language) };
  };
  return {
    failureType: 'application/json; charset=utf-8',
    statusOf: (table, { failure }) => statusIn(table, failure),
    headersOf: () => ({}),
    failure(table, style, error, request) {
      const isInput = statusIn(table, error.failure) === 400 && error.key !== 'recordsRefused'; // whose records have fields of their own
      const listsFields = isInput && words[style.bodyForm].listsFields;
      return { ...failureOf(table, style, error), request, ...(listsFields && fieldsIn(error, style)) };
    },
    refusedRecord(table, style, error) {
      const about = words[style.bodyForm].listsFields
        ? fieldsIn(error, style)
        : { problems: sentencesOf(error, style) };
      return { status: statusIn(table, error.failure), ...failureOf(table, style, error), ...about };
    },
    writtenStatus: ({ status, answer }) => (answer ? status : (success?.status ?? status)),
    written({ bodyForm, language }, { id, items, more, answer, code, text }, request) {
      const named = words[bodyForm];
      const about = { ...(id !== undefined && { id }), ...(items && { items }), ...more };
      const number = success?.code ?? code;
      return answer ?? { [named.code]: number, [named.text]: render(text, language), request, ...about };
    },
    schemasOf: (bodyForm) => schemas(words[bodyForm]),
  };
}

/** The problems of refused input, for programs, and why a hook refused it. */
function fieldsIn({ problems, refusal }: AppError, { language }: BodyStyle) {
  const reason = refusal === undefined ? {} : { reason: render(refusal, language) };
  return { fields: fieldsOf(problems, language), ...reason };
}

function sentencesOf({ problems }: AppError, { language }: BodyStyle): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(problems).map(([path, text]) => [path, render(text, language)]));
}

/** The problems of refused input by field, and the words of a hook that refused it. */
const refusedInput = {
  fields: Type.Optional(
    Type.Map(
      Type.Object({
        code: Type.String(),
        message: Type.String(),
        allowed: Type.Optional({}),
        allowed_count: Type.Optional(Type.Integer()),
      }),
    ),
  ),
  reason: Type.Optional(Type.String()),
};

function schemas({ code, text, listsFields }: Wording): BodySchemas {
  const both: Readonly<Record<string, JsonSchema>> = { [code]: Type.Integer(), [text]: Type.String() };
  const common = { ...both, request: Type.String({ description: '<METHOD> <path>' }) };
  const item = { index: Type.Integer(), status: Type.Integer() };
  const failure = { ...common, ...(listsFields && refusedInput) };
  const about = listsFields ? refusedInput : { problems: Type.Map(Type.String()) };
  return {
    failure: Type.Object(failure),
    failureOfRecords: Type.Object({
      ...failure,
      items: Type.Optional(Type.Array(Type.Object({ ...item, ...both, ...about }))),
    }),
    written: Type.Object({ ...common, id: Type.Optional(INT64) }),
  };
}

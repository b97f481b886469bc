import { type JsonSchema, Type } from '../../../contract/json-schema.ts';
import { INT64 } from '../../definitions/fields/bigint.ts';
import { withProperties } from '../dialects/forms.ts';
import type { Wording } from '../dialects/wording.ts';
import type { Route } from '../route.ts';

type AnswerParts = Pick<Route, 'answer' | 'answerFields' | 'answersItems' | 'isMaking'>;

/** The bodies that a route answers in a dialect's words. */
export interface AnswerSchemas {
  /** Of a success with this status; of every success where there is no status. */
  readonly success: { readonly status: 200 | 201 | undefined; readonly schema: JsonSchema };
  readonly failure: JsonSchema;
}

export function answerSchemasOf(
  { answer, isMaking, answerFields, answersItems }: AnswerParts,
  words: Wording,
): AnswerSchemas {
  const item = { index: Type.Integer(), status: Type.Integer() };
  const failure = answersItems
    ? withItems(words.failure, Type.Object({ ...item, ...words.refusedItem }))
    : words.failure;
  if (answer) return { success: { status: isMaking ? 201 : 200, schema: answer }, failure };
  const about = answerFields ? withProperties(words.written, answerFields) : words.written;
  const written = answersItems ? withItems(about, Type.Object({ ...item, id: INT64 })) : about;
  return { success: { status: undefined, schema: written }, failure };
}

function withItems(schema: JsonSchema, item: JsonSchema): JsonSchema {
  return withProperties(schema, { items: Type.Array(item) });
}

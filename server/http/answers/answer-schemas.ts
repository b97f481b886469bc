import { type JsonSchema, Type } from '../../../contract/json-schema.ts';
import { INT64 } from '../../definitions/fields/bigint.ts';
import { message } from '../../messages/message.ts';
import type { BodySchemas } from '../dialects/bodies.ts';
import { withProperties } from '../dialects/forms.ts';
import type { Route } from '../route.ts';

type AnswerParts = Pick<Route, 'answer' | 'answerFields' | 'answersItems' | 'isMaking'>;

/** The bodies that a route answers in the form of a dialect. */
export interface AnswerSchemas {
  /** Of a success with this status; of every success where there is no status. */
  readonly success: { readonly status: 200 | 201 | undefined; readonly schema: JsonSchema };
  readonly failure: JsonSchema;
}

export function answerSchemasOf(
  { answer, isMaking, answerFields, answersItems }: AnswerParts,
  bodies: BodySchemas,
): AnswerSchemas {
  const failure = answersItems ? bodies.failureOfRecords : bodies.failure;
  if (answer) return { success: { status: isMaking ? 201 : 200, schema: answer }, failure };
  const about = answerFields ? withProperties(bodies.written, answerFields) : bodies.written;
  const written = answersItems
    ? withProperties(about, { items: Type.Array(writtenItem(answerFields?.id ?? INT64)) })
    : about;
  return { success: { status: undefined, schema: written }, failure };
}

/** One of several writes; `id` is as a single write answers it. */
const writtenItem = (id: JsonSchema) =>
  Type.Object({
    index: Type.Integer(),
    status: Type.Integer(),
    id,
    removed_html: Type.Optional({
      type: 'object',
      additionalProperties: Type.Array(Type.String()),
      about: message('removedHtmlAbout'),
    }),
  });

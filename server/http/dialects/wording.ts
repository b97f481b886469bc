import { type JsonSchema, Type } from '../../../contract/json-schema.ts';
import { INT64 } from '../../definitions/fields/bigint.ts';
import { message } from '../../messages/message.ts';

/** The names of code and sentence in the bodies of failures and writes, and the schemas of these bodies. */
export interface Wording {
  readonly code: string;
  readonly text: string;
  readonly failure: JsonSchema;
  readonly written: JsonSchema;
  /** The properties of one refused row of many, beside its index and status. */
  readonly refusedItem: Readonly<Record<string, JsonSchema>>;
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

/** Section 7.4 of the specification: of content, callers without a token are told only to sign in. */
export const textsOfContent = { content: { authenticationFailed: message('signInFirst') } } as const;

export function wording(code: string, text: string, listsFields = false): Wording {
  const both = { [code]: Type.Integer(), [text]: Type.String() };
  const common = { ...both, request: Type.String({ description: '<METHOD> <path>' }) };
  return {
    code,
    text,
    failure: Type.Object({ ...common, ...(listsFields && refusedInput) }),
    refusedItem: { ...both, ...(listsFields ? refusedInput : { problems: Type.Map(Type.String()) }) },
    written: Type.Object({ ...common, id: Type.Optional(INT64) }),
  };
}

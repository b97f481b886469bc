import { type JsonSchema, Type } from '../../../contract/json-schema.ts';
import { INT64 } from '../../definitions/bigint.ts';

/** What the numeric code and the sentence of a failure or a write are called, and the schemas of both bodies. */
export interface Wording {
  readonly code: string;
  readonly text: string;
  readonly failure: JsonSchema;
  readonly written: JsonSchema;
}

export function wording(code: string, text: string): Wording {
  const common = {
    [code]: Type.Integer(),
    [text]: Type.String(),
    request: Type.String({ description: '<METHOD> <path>' }),
  };
  return {
    code,
    text,
    failure: Type.Object(common),
    written: Type.Object({ ...common, id: Type.Optional(INT64) }),
  };
}

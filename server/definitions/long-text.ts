import { Type } from '../../contract/json-schema.ts';
import { MAX_BODY_BYTES } from '../../contract/limits.ts';
import { cleanText } from './clean-text.ts';
import { type FieldOf, type Searchable, toField, type UnindexedOptions } from './field.ts';

interface LongTextOptions extends UnindexedOptions<string>, Searchable {
  /** The most characters (code points); without it, as many as fit a request. */
  readonly max?: number;
}

/** Text of any length that fits a request. It cannot be indexed. */
export function longText<const O extends LongTextOptions>(options: O = {} as O): FieldOf<string, O> {
  const { max = MAX_BODY_BYTES } = options;
  const min = options.required ? 1 : 0;
  return toField<string, O>(
    {
      kind: 'long-text',
      column: { type: 'text' },
      widget: 'long-text',
      schema: Type.String({ maxLength: max, ...(min && { minLength: min }) }),
      output: Type.String(),
      clean: (value) => cleanText(value, { min, max }),
    },
    options,
  );
}

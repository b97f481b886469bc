import { Type } from '../../contract/json-schema.ts';
import { cleanText, wholePattern } from './clean-text.ts';
import { type FieldOf, type FieldOptions, type Searchable, toField } from './field.ts';

interface TextOptions extends FieldOptions<string>, Searchable {
  /** The most characters (code points) that are kept. */
  readonly max: number;
  readonly min?: number;
  /** The whole value must match, as in HTML's `pattern`. */
  readonly pattern?: RegExp;
}

/** One line of text, bounded in characters on every engine. */
export function text<const O extends TextOptions>(options: O): FieldOf<string, O> {
  const { max, min = options.required ? 1 : 0 } = options;
  const pattern = options.pattern && wholePattern(options.pattern);
  return toField<string, O>(
    {
      kind: 'text',
      column: { type: 'string', length: max },
      widget: 'text',
      schema: Type.String({
        maxLength: max,
        ...(min && { minLength: min }),
        ...(pattern && { pattern: pattern.source }),
      }),
      output: Type.String(),
      clean: (value) => cleanText(value, { min, max, pattern }),
    },
    options,
  );
}

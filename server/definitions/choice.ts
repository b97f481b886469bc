import { Type } from '../../contract/json-schema.ts';
import { type FieldOf, type FieldOptions, toField } from './field.ts';
import { Problem } from './problem.ts';

/** One of a fixed set of words. A word may be added at any time; to take one away is the same as to narrow a column. */
export function choice<
  const C extends readonly [string, ...string[]],
  const O extends FieldOptions<C[number]>,
>(choices: C, options: O = {} as O): FieldOf<C[number], O> {
  return toField<C[number], O>(
    {
      kind: 'choice',
      column: { type: 'string', length: 60 },
      widget: 'choice',
      schema: Type.String({ enum: choices }),
      clean: (value) =>
        choices.includes(value as C[number])
          ? (value as C[number])
          : new Problem(`只能是 ${choices.join('、')} 之一`),
    },
    options,
  );
}

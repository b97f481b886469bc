import { Type } from '../../contract/json-schema.ts';
import { type FieldOf, type FieldOptions, toField } from './field.ts';
import { Problem } from './problem.ts';

/** True or false. */
export function boolean<const O extends FieldOptions<boolean>>(options: O = {} as O): FieldOf<boolean, O> {
  return toField<boolean, O>(
    {
      kind: 'boolean',
      column: { type: 'boolean' },
      widget: 'switch',
      schema: Type.Boolean(),
      clean: (value) => (typeof value === 'boolean' ? value : new Problem('必须是 true 或 false')),
    },
    options,
  );
}

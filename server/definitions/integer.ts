import { Type } from '../../contract/json-schema.ts';
import { type FieldOf, type FieldOptions, toField } from './field.ts';
import { Problem } from './problem.ts';

const LOWEST = -2_147_483_648;
const HIGHEST = 2_147_483_647;

interface IntegerOptions extends FieldOptions<number> {
  readonly min?: number;
  readonly max?: number;
}

/** A whole number of 32 bits. For larger ones there is `bigint`. */
export function integer<const O extends IntegerOptions>(options: O = {} as O): FieldOf<number, O> {
  const { min = LOWEST, max = HIGHEST } = options;
  return toField<number, O>(
    {
      kind: 'integer',
      column: { type: 'integer' },
      widget: 'number',
      schema: Type.Integer({ minimum: min, maximum: max }),
      output: Type.Integer(),
      clean(value) {
        if (typeof value !== 'number' || !Number.isInteger(value)) return new Problem('必须是整数');
        if (value < min || value > max) return new Problem(`必须在 ${min} 到 ${max} 之间`);
        return value === 0 ? 0 : value; // JSON can say -0; engines cannot keep it
      },
    },
    options,
  );
}

import { MAX_INT64 } from '../../contract/limits.ts';
import { INT64, toBigint } from './bigint.ts';
import { type FieldOf, type FieldOptions, toField } from './field.ts';
import { Problem } from './problem.ts';

/** The id of one visible row of another record, by that record's name. A row that is referred to cannot be deleted. */
export function reference<const O extends FieldOptions<bigint>>(
  target: string,
  options: O = {} as O,
): FieldOf<bigint, O> {
  return toField<bigint, O>(
    {
      kind: 'reference',
      column: { type: 'bigint' },
      widget: 'reference',
      target,
      schema: INT64,
      clean(value) {
        const id = toBigint(value);
        return id !== undefined && id > 0n && id <= MAX_INT64 ? id : new Problem('必须是正整数编号');
      },
    },
    { ...options, indexed: true },
  );
}

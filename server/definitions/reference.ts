import { INT64, toId } from './bigint.ts';
import { type FieldOf, type FieldOptions, type OnDelete, toField } from './field.ts';
import { Problem } from './problem.ts';

interface ReferenceOptions extends FieldOptions<bigint> {
  /** What a deletion of the row that is referred to does here; it is refused unless told. */
  readonly onDelete?: OnDelete;
}

/** The id of one visible row of another record, by that record's name. */
export function reference<const O extends ReferenceOptions>(
  target: string,
  options: O = {} as O,
): FieldOf<bigint, O> {
  const { onDelete = 'refuse' } = options;
  if (onDelete === 'detach' && options.required)
    throw new Error('reference: a required one cannot be detached');
  return toField<bigint, O>(
    {
      kind: 'reference',
      column: { type: 'bigint' },
      widget: 'reference',
      target,
      onDelete,
      schema: INT64,
      clean: (value) => toId(value) ?? new Problem('必须是正整数编号'),
    },
    { ...options, indexed: true },
  );
}

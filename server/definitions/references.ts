import { Type } from '../../contract/json-schema.ts';
import { INT64, toId } from './bigint.ts';
import { type Field, type FieldOptions, toField } from './field.ts';
import { Problem } from './problem.ts';

interface ReferencesOptions extends Pick<FieldOptions<unknown>, 'read' | 'write' | 'renamedFrom'> {
  /** At least one must be sent. */
  readonly required?: true;
  /** The most ids, at most 1000; 100 unless told. */
  readonly max?: number;
  /** What a deletion of a row that is referred to does here: it is refused unless told, or its id is taken out. */
  readonly onDelete?: 'refuse' | 'detach';
}

/** Ids of visible rows of another record, in an order of their own, none twice. Without any it is empty, never null. */
export function references<const O extends ReferencesOptions>(
  target: string,
  options: O = {} as O,
): Field<readonly bigint[], O extends { required: true } ? true : false> {
  const { max = 100, onDelete = 'refuse', required, ...others } = options;
  if (max > 1000) throw new Error('references: max ≤ 1000');
  if (onDelete === 'detach' && required) throw new Error('references: required ones cannot be detached');
  const field = toField<readonly bigint[], { required: true }>(
    {
      kind: 'references',
      column: { type: 'ids' },
      widget: 'references',
      target,
      onDelete,
      schema: Type.Array(INT64, { maxItems: max, uniqueItems: true, ...(required && { minItems: 1 }) }),
      output: Type.Array(INT64),
      clean: (value) => cleanIds(value, { min: required ? 1 : 0, max }),
    },
    { ...others, ...(required ? { required } : { default: [] }) } as never,
  );
  return field as Field<readonly bigint[], O extends { required: true } ? true : false>;
}

function cleanIds(value: unknown, { min, max }: { min: number; max: number }): bigint[] | Problem {
  if (!Array.isArray(value)) return new Problem('必须是编号的数组');
  if (value.length < min || value.length > max) return new Problem(`必须有 ${min} 到 ${max} 个编号`);
  const ids = value.map(toId).filter((id) => id !== undefined);
  if (ids.length < value.length) return new Problem('每一项必须是正整数编号');
  return new Set(ids).size < ids.length ? new Problem('不能有重复的编号') : ids;
}

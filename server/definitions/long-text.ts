import { Type } from '../../contract/json-schema.ts';
import { MAX_BODY_BYTES } from '../../contract/limits.ts';
import { type FieldOf, type FieldOptions, toField } from './field.ts';
import { Problem } from './problem.ts';

/** Text of any length that fits a request. It cannot be indexed. */
export function longText<const O extends Omit<FieldOptions<string>, 'unique' | 'indexed'>>(
  options: O = {} as O,
): FieldOf<string, O> {
  return toField<string, O>(
    {
      kind: 'long-text',
      column: { type: 'text' },
      widget: 'long-text',
      schema: Type.String({ maxLength: MAX_BODY_BYTES, ...(options.required && { minLength: 1 }) }),
      output: Type.String(),
      clean(value) {
        if (typeof value !== 'string') return new Problem('必须是字符串');
        if (options.required && value === '') return new Problem('不能为空');
        return value.includes('\0') || !value.isWellFormed() ? new Problem('含有不允许的字符') : value;
      },
    },
    options,
  );
}

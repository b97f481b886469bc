import { ExactNumber, fromJson, type Json, toJson } from '../json.ts';
import { type FieldOf, toField, type UnindexedOptions } from './field.ts';
import { Problem } from './problem.ts';

interface JsonOptions extends UnindexedOptions<Json> {
  /** The most characters of its text; 65536 unless told. */
  readonly max?: number;
  /** How deep arrays and objects may nest; 20 unless told. */
  readonly depth?: number;
}

/** Any JSON value, its numbers exact and its keys in their order. It cannot be indexed. */
export function json<const O extends JsonOptions>(options: O = {} as O): FieldOf<Json, O> {
  const { max = 65_536, depth = 20 } = options;
  return toField<Json, O>(
    {
      kind: 'json',
      column: { type: 'json' },
      widget: 'json',
      schema: {},
      clean(value) {
        if (isDeeper(value, depth)) return new Problem(`嵌套不能超过 ${depth} 层`);
        const text = toJson(value);
        return text.length > max
          ? new Problem(`不能超过 ${max} 个字符`)
          : (fromJson(text) as NonNullable<Json>);
      },
    },
    options,
  );
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

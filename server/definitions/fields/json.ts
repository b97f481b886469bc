import { message } from '../../messages/message.ts';
import { ExactNumber, fromJson, type Json, toJson } from '../../shared/json.ts';
import { wholeNumber } from '../checks/option-checks.ts';
import type { Exact, OptionTable } from '../checks/options.ts';
import { type FieldOf, type Kind, toField, type UnindexedOptions, unindexedChecks } from '../field.ts';
import { Problem } from '../problem.ts';

export interface JsonOptions extends UnindexedOptions<Json> {
  /** The most characters as JSON text; 65536 by default. */
  readonly max?: number;
  /** How deep arrays and objects may nest; 20 by default. */
  readonly depth?: number;
}

const OPTIONS: OptionTable<JsonOptions> = {
  owner: 'json',
  checks: { ...unindexedChecks, max: wholeNumber(1), depth: wholeNumber(0) },
};

/** Any JSON value, with exact numbers. Integer keys come first, as in every JavaScript object. It cannot be indexed. */
export function json<const O extends JsonOptions>(options?: Exact<O, JsonOptions>): FieldOf<Json, O> {
  return toField<Json, O>(OPTIONS, options, kindOf);
}

function kindOf({ max = 65_536, depth = 20 }: JsonOptions): Kind<Json> {
  return {
    kind: 'json',
    column: { type: 'json' },
    widget: 'json',
    schema: {},
    clean(value) {
      if (isDeeper(value, depth)) return new Problem(message('tooDeep', { max: depth }));
      if (!isJson(value)) return new Problem(message('wrongType', { allowed: TYPES }));
      const text = toJson(value);
      return text.length > max
        ? new Problem(message('tooLong', { max }))
        : (fromJson(text) as NonNullable<Json>);
    },
  };
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

const TYPES = ['null', 'boolean', 'number', 'string', 'array', 'object'];

/** Whether JSON can represent it. A project's code may pass anything, and JSON would drop much of it or turn it into null. */
function isJson(value: unknown): boolean {
  switch (typeof value) {
    case 'number':
      return Number.isFinite(value);
    case 'object':
      return (
        isPlain(value) && Object.values(value ?? {}).every((inner) => inner === undefined || isJson(inner))
      );
    default:
      return ['boolean', 'string', 'bigint'].includes(typeof value);
  }
}

/** Whether it is a list, a plain object or has `toJSON`, like a Date. A Map does not qualify. */
function isPlain(value: object | null): boolean {
  if (value === null || Array.isArray(value) || 'toJSON' in value) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

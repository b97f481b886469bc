import { message } from '../../messages/message.ts';
import { ExactNumber, toJson } from '../../shared/exact-json.ts';
import { fromJson, type Json } from '../../shared/json.ts';
import { composed, composedJson } from '../../shared/text/letters.ts';
import { flag, wholeNumber } from '../checks/option-checks.ts';
import type { Exact, OptionTable } from '../checks/options.ts';
import {
  type FieldOf,
  type Kind,
  type Localisable,
  toField,
  type UnindexedOptions,
  unindexedChecks,
} from '../field.ts';
import { Problem } from '../problem.ts';

export interface JsonOptions extends UnindexedOptions<Json>, Localisable {
  /** The most characters as JSON text; 65536 by default. */
  readonly max?: number;
  /** How deep arrays and objects may nest; 20 by default. */
  readonly depth?: number;
}

const OPTIONS: OptionTable<JsonOptions> = {
  owner: 'json',
  checks: { ...unindexedChecks, localised: flag, max: wholeNumber(1), depth: wholeNumber(0) },
};

/** Any JSON value, with exact numbers. Integer keys come first, as in every JavaScript object. It cannot be indexed. */
export function json<const O extends JsonOptions>(options?: Exact<O, JsonOptions>): FieldOf<Json, O> {
  return toField<Json, O>(OPTIONS, options, kindOf);
}

function kindOf({ max = 65_536, depth = 20 }: JsonOptions): Kind<Json> {
  return {
    kind: 'json',
    column: { type: 'json' },
    schema: {},
    clean(value) {
      if (isDeeper(value, depth)) return new Problem(message('tooDeep', { max: depth }));
      const asRead = isAsRead(value);
      if (!asRead && !isJson(value)) return new Problem(message('wrongType', { allowed: TYPES }));
      const text = asRead ? JSON.stringify(value) : toJson(value);
      if (text.length > max) return new Problem(message('tooLong', { max }));
      const read = asRead ? value : fromJson<NonNullable<Json>>(text);
      return composed(text) === text ? read : (composedJson(read) as NonNullable<Json>);
    },
    isSlow: true,
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

/** Whether it could have been read from JSON as it is. Of clients' values, that saves reading them a second time. */
function isAsRead(value: unknown): value is NonNullable<Json> {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? !Object.is(value, -0) : value % 1 > 0;
  if (typeof value !== 'object') return typeof value === 'string' || typeof value === 'boolean';
  if (value === null || value instanceof ExactNumber) return true;
  if (Array.isArray(value)) return value.every(isAsRead);
  if ('toJSON' in value || !isPlain(value)) return false;
  if (REFUSED.some((name) => Object.hasOwn(value, name))) return false;
  return Object.keys(value).every((name) => isAsRead((value as Values)[name]));
}

type Values = Readonly<Record<string, unknown>>;

/** Names that the JSON reader may refuse. */
const REFUSED = ['__proto__', 'constructor'];

/** Whether it is a list, a plain object or has `toJSON`, like a Date. A Map does not qualify. */
function isPlain(value: object | null): boolean {
  if (value === null || Array.isArray(value) || 'toJSON' in value) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

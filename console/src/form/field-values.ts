import { fromText, toJson } from '../../../server/shared/exact-json.ts';
import { digitsOf } from './digits.ts';

/** What a form holds of a field while it is edited: texts as they are typed, ids and numbers as their digits. */
export type FieldValue = string | boolean | null | readonly string[];

/** What this needs to know of a field of a definition. */
export interface ValueField {
  readonly name: string;
  readonly kind: string;
  readonly allows_null: boolean;
}

interface ValueKind {
  /** From the API's value. */
  read(value: unknown): FieldValue;
  /** To the API's value; `UNREADABLE` if it is no value of this kind at all. */
  write(value: FieldValue): unknown;
  /** The same text for values that mean the same. */
  sign(value: FieldValue): string;
}

/** Stands for a value that cannot be sent, such as JSON with a missing bracket. */
export const UNREADABLE = Symbol('unreadable');

const text: ValueKind = {
  read: (value) => (value === null || value === undefined ? '' : String(value)),
  write: (value) => value,
  sign: String,
};
const digits: ValueKind = {
  read: (value) => digitsOf(value) ?? text.read(value),
  write: (value) => plain(value) || null,
  sign: (value) => canonicalNumber(plain(value)),
};
const smallInteger: ValueKind = {
  ...digits,
  write: (value) => (/^-?\d{1,15}$/.test(plain(value)) ? Number(plain(value)) : digits.write(value)),
};
const word: ValueKind = { ...text, write: (value) => value || null };
const id: ValueKind = { ...digits, sign: String, write: (value) => value || null };
const ids: ValueKind = {
  read: (value) => (Array.isArray(value) ? value.map((one) => digitsOf(one) ?? String(one)) : []),
  write: (value) => value,
  sign: (value) => (Array.isArray(value) ? value.join() : ''),
};
const truth: ValueKind = {
  read: (value) => (typeof value === 'boolean' ? value : null),
  write: (value) => value,
  sign: String,
};
const json: ValueKind = {
  read: (value) => (value === null || value === undefined ? '' : toJson(value, { indent: 2 })),
  write: (value) => (String(value).trim() === '' ? null : jsonOf(String(value))),
  sign(value) {
    const read = json.write(value);
    return read === UNREADABLE ? String(value) : toJson(read);
  },
};

/** The text that the API takes as well: `52.52,13.405`. */
const point: ValueKind = {
  read: (value) => (value ? Object.values(value).map(Number).join() : ''),
  write: (value) => plain(value) || null,
  sign: plain,
};

/** A list is never null. */
const elements: ValueKind = { ...json, write: (value) => json.write(value) ?? [] };

const KINDS: Readonly<Record<string, ValueKind>> = {
  integer: smallInteger,
  bigint: digits,
  decimal: digits,
  boolean: truth,
  choice: word,
  date: word,
  'date-time': smallInteger,
  json,
  point,
  group: json,
  list: elements,
  blocks: elements,
  reference: id,
  references: ids,
  file: id,
  files: ids,
  slug: word,
  email: word,
  url: word,
};

/** Reads a value as it came over the API. */
export function readValue(field: ValueField, value: unknown): FieldValue {
  return kindOf(field).read(value);
}

/** The value as the API expects it; `UNREADABLE` if the text cannot be read. An empty text becomes null if the field allows it. */
export function writeValue(field: ValueField, value: FieldValue): unknown {
  return value === '' && field.allows_null ? null : kindOf(field).write(value);
}

/** Whether two values mean the same: `007` and `7` do, and JSON with other spaces. */
export function sameValue(field: ValueField, one: FieldValue, other: FieldValue): boolean {
  return one === other || kindOf(field).sign(one) === kindOf(field).sign(other);
}

function kindOf({ kind }: ValueField): ValueKind {
  return KINDS[kind] ?? text;
}

function jsonOf(source: string): unknown {
  try {
    return fromText(source);
  } catch {
    return UNREADABLE;
  }
}

/** Without spaces, and with the digits that a Chinese keyboard may write wide. */
function plain(value: FieldValue): string {
  return String(value ?? '')
    .normalize('NFKC')
    .replace(/\s/g, '');
}

function canonicalNumber(source: string): string {
  const match = /^([+-]?)0*(\d*?)(?:\.(\d*?)0*)?$/.exec(source);
  if (!match || source === '') return source;
  const [, sign, whole = '', fraction = ''] = match;
  const size = (whole || '0') + (fraction && `.${fraction}`);
  return sign === '-' && size !== '0' ? `-${size}` : size;
}

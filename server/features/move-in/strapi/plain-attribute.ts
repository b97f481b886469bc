import type { FieldForm } from '../forms/forms.ts';
import { asIs, asText, rounded, timeOf } from '../forms/values.ts';
import { htmlOfBlocks } from './html-of-blocks.ts';
import type { Attribute } from './schema.ts';

export interface Plain {
  readonly form: FieldForm;
  readonly read: (value: unknown) => unknown;
}

const LINE = 255;
const LONGEST_LINE = 16_000;
const LONGEST = 1_000_000;
const LONGEST_WORD = 60;

/** An attribute that refers to nothing; or why it has no counterpart. */
export function plainAttribute(attribute: Attribute): Plain | string {
  const plain = plainOf(attribute);
  if (typeof plain === 'string' || !hasDefault(attribute) || !attribute.isRequired) return plain;
  const { form, read } = plain;
  const value = KEEPS_DEFAULT.has(form.kind) ? read(attribute.initial) : null;
  return { read, form: value === null ? form : { ...form, options: { ...form.options, default: value } } };
}

/** A field with a default is never null here. */
export function hasDefault({ initial }: Attribute): boolean {
  return ['string', 'number', 'boolean'].includes(typeof initial) && initial !== '';
}

const KEEPS_DEFAULT = new Set([
  'text',
  'longText',
  'choice',
  'boolean',
  'integer',
  'decimal',
  'date',
  'dateTime',
]);

function plainOf(attribute: Attribute): Plain | string {
  const { type, limits, isUnique, words } = attribute;
  const range = defined({ min: limits.min, max: limits.max });
  const unique = isUnique && { unique: true };
  switch (type) {
    case 'string':
    case 'uid':
      return { form: { kind: 'text', options: { ...lineOptions(attribute), ...unique } }, read: asText };
    case 'time':
      return { form: { kind: 'text', options: { max: LINE } }, read: asText };
    case 'text':
      return { form: { kind: 'longText', options: { max: limits.maxLength ?? LONGEST } }, read: asText };
    case 'richtext':
      return {
        form: { kind: 'richText', options: { format: 'markdown', max: limits.maxLength ?? LONGEST } },
        read: asText,
      };
    case 'blocks':
      return { form: { kind: 'richText', options: { max: LONGEST } }, read: htmlOfBlocks };
    case 'email':
      return { form: { kind: 'email', options: { ...unique } }, read: (value) => asText(value) || null };
    case 'enumeration':
      return areWords(words)
        ? { form: { kind: 'choice', words, options: {} }, read: (value) => asText(value) || null }
        : { form: { kind: 'text', options: { max: LINE } }, read: asText };
    case 'boolean':
      return { form: { kind: 'boolean', options: {} }, read: asIs };
    case 'integer':
      return { form: { kind: 'integer', options: { ...range, ...unique } }, read: asIs };
    case 'biginteger':
      return { form: { kind: 'bigint', options: { ...unique } }, read: asText };
    case 'decimal':
      return { form: { kind: 'decimal', options: { precision: 18, scale: 2, ...unique } }, read: asText };
    case 'float':
      return {
        form: { kind: 'decimal', options: { precision: 18, scale: 6 } },
        read: (value) => rounded(value, 6),
      };
    case 'date':
      return { form: { kind: 'date', options: { ...unique } }, read: asText };
    case 'datetime':
    case 'timestamp':
      return { form: { kind: 'dateTime', options: { ...unique } }, read: timeOf };
    case 'json':
      return { form: { kind: 'json', options: {} }, read: asIs };
    case 'password':
      return 'passwords, which are secrets';
    default:
      return `values of the type '${type}'`;
  }
}

function lineOptions({ limits: { minLength, maxLength } }: Attribute): Record<string, unknown> {
  const max = Math.min(maxLength ?? LINE, LONGEST_LINE);
  return { ...defined({ min: minLength }), max, multiline: true };
}

function areWords(words: readonly unknown[]): words is readonly string[] {
  const isSound = words.every((one) => typeof one === 'string' && one !== '' && one.length <= LONGEST_WORD);
  return isSound && words.length > 0 && new Set(words).size === words.length;
}

function defined(options: Record<string, number | undefined>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

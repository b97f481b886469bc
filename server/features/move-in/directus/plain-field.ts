import { MAX_DECIMAL_DIGITS } from '../../../../contract/limits.ts';
import { isObject } from '../forms/check-forms.ts';
import type { FieldForm } from '../forms/forms.ts';
import { asIs, asText, rounded, timeOf } from '../forms/values.ts';
import type { DirectusField } from './schema.ts';

interface Plain {
  readonly form: FieldForm;
  readonly read: (value: unknown) => unknown;
}

/** The most characters that a text of one line has by default. */
const LINE = 255;
const MOST_WORD = 60;

/** A field that refers to nothing; or why it has no counterpart. */
export function plainField(field: DirectusField): Plain | string {
  const words = wordsOf(field);
  if (words) return { form: { kind: 'choice', words, options: {} }, read: (value) => value || null };
  switch (field.type) {
    case 'string':
    case 'uuid':
    case 'time':
      return { form: { kind: 'text', options: { max: lengthOf(field), multiline: true } }, read: asText };
    case 'text':
      return { form: textForm(field), read: asText };
    case 'boolean':
      return { form: { kind: 'boolean', options: {} }, read: asIs };
    case 'integer':
      return { form: { kind: 'integer', options: {} }, read: asIs };
    case 'bigInteger':
      return { form: { kind: 'bigint', options: {} }, read: asText };
    case 'float':
      return {
        form: { kind: 'decimal', options: { precision: 18, scale: 6 } },
        read: (value) => rounded(value, 6),
      };
    case 'decimal':
      return decimal(field);
    case 'date':
      return { form: { kind: 'date', options: {} }, read: asText };
    case 'dateTime':
    case 'timestamp':
      return { form: { kind: 'dateTime', options: {} }, read: timeOf };
    case 'csv':
      return {
        form: { kind: 'list', items: { kind: 'text', options: { max: LINE } }, options: { max: 1000 } },
        read: asList,
      };
    case 'json':
      return { form: { kind: 'json', options: {} }, read: asIs };
    case 'hash':
      return 'hashes, which are secrets';
    default:
      return field.type.startsWith('geometry')
        ? { form: { kind: 'json', options: {} }, read: asIs }
        : `values of the type '${field.type}'`;
  }
}

function textForm({ interface: input }: DirectusField): FieldForm {
  if (input === 'input-rich-text-html') return { kind: 'richText', options: { max: 1_000_000 } };
  if (input === 'input-rich-text-md')
    return { kind: 'richText', options: { format: 'markdown', max: 1_000_000 } };
  return { kind: 'longText', options: { max: 1_000_000 } };
}

function lengthOf({ schema }: DirectusField): number {
  const length = Number(schema?.max_length);
  return length > 0 && length <= 16_000 ? length : LINE;
}

function decimal({ schema }: DirectusField): Plain {
  const scale = Math.min(Math.max(Number(schema?.numeric_scale ?? 5) || 0, 0), MAX_DECIMAL_DIGITS);
  const precision = Math.max(
    Math.min(Number(schema?.numeric_precision ?? 10) || 18, MAX_DECIMAL_DIGITS),
    scale,
  );
  return { form: { kind: 'decimal', options: { precision, scale } }, read: asText };
}

/** The words of a choice that allows no others. */
export function wordsOf({ type, interface: input, options }: DirectusField): string[] | undefined {
  if (type !== 'string' || !/^select-(dropdown|radio)$/.test(input) || options.allowOther === true)
    return undefined;
  const choices = Array.isArray(options.choices) ? options.choices : [];
  const words = choices.map((one) => (isObject(one) ? one.value : one));
  const isSound = words.every((one) => typeof one === 'string' && one !== '' && one.length <= MOST_WORD);
  return isSound && words.length > 0 && new Set(words).size === words.length
    ? (words as string[])
    : undefined;
}

function asList(value: unknown): unknown {
  return Array.isArray(value) ? value.map(String) : [];
}

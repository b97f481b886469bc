import type { FieldDescription } from '../api/definitions.ts';
import { t } from '../texts/index.ts';
import { plainText } from './text/plain-text.ts';

/** Bounds that every value of a kind has: not worth a hint. */
const NATURAL: ReadonlySet<string> = new Set([
  ...['-2147483648', '2147483647', '-9223372036854775808', '9223372036854775807'],
  ...['0001-01-01', '9999-12-31', '-8640000000000000', '8640000000000000'],
]);

/** Help below a label: the author's words, then the bounds a user could not guess. */
export function helpOf(field: FieldDescription): string {
  return [field.help, boundsOf(field), madeFrom(field)].filter(Boolean).join(' ');
}

function boundsOf(field: FieldDescription): string {
  const [min, max] = [boundText(field, field.min), boundText(field, field.max)];
  if (min !== '' && max !== '') return t.fields.between({ min, max });
  if (min !== '') return t.fields.atLeast(min);
  if (max !== '') return t.fields.atMost(max);
  return field.kind === 'decimal' && field.scale !== undefined ? t.fields.decimals(field.scale) : '';
}

function boundText(field: FieldDescription, bound: unknown): string {
  const text = bound === undefined ? '' : String(bound);
  return text === '' || NATURAL.has(text) ? '' : plainText(field, text);
}

function madeFrom({ made_from: source }: FieldDescription): string {
  return source === undefined ? '' : t.fields.madeFrom;
}

import type { FieldDescription } from '../../api/definitions.ts';
import type { FieldValue } from '../../form/field-values.ts';
import { language, t } from '../../texts/index.ts';
import { joined } from '../../texts/joined.ts';
import { momentText } from '../../texts/moment.ts';
import { numberText } from './number-text.ts';

/** A value as text. */
export function plainText(field: FieldDescription, value: FieldValue): string {
  if (value === null || value === '') return '';
  if (typeof value === 'boolean') return value ? t.fields.yes : t.fields.no;
  if (Array.isArray(value)) return joined(value);
  const text = String(value);
  switch (field.kind) {
    case 'choice':
      return field.choices?.find((choice) => choice.value === text)?.label ?? text;
    case 'decimal':
    case 'integer':
      return numberText(text);
    case 'date-time':
      return momentText(Number(text));
    case 'date':
      return new Intl.DateTimeFormat(language.value, { dateStyle: 'long', timeZone: 'UTC' }).format(
        new Date(text),
      );
    case 'rich-text':
      return field.format === 'markdown' ? text : textOfHtml(text);
    default:
      return text;
  }
}

/** The text of HTML, one line per block. Runs and loads nothing. */
export function textOfHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(
    html.replace(/<(?:\/(?:p|li|h[1-6]|tr|div|blockquote)|br\s*\/?)>/g, '$&\n'),
    'text/html',
  );
  return (body.textContent ?? '').trim();
}

import { inject } from 'vue';
import { fromText } from '../../../server/shared/exact-json.ts';
import type { FieldDescription } from '../api/definitions.ts';
import { type RecordTitle, titleOf } from '../api/records/titles.ts';
import type { FieldValue } from '../form/field-values.ts';
import { t } from '../texts/index.ts';
import { fieldContext } from './field-context.ts';
import { nameOfFile } from './files/name-of-file.ts';
import { isNested } from './nested/inner-field.ts';
import { nestedText } from './nested/nested-text.ts';
import { plainText } from './text/plain-text.ts';

/** What people call a referenced record, also one without a title, or that they may not see. */
export function titleText(title: RecordTitle | undefined): string {
  if (!title) return '…';
  return title.title === null ? t.fields.gone : title.title || t.fields.untitled;
}

/** A value as text, references and files by title. */
export function useValueText(): (field: FieldDescription, value: FieldValue) => string {
  const context = inject(fieldContext, undefined);
  return function textOf(field, value) {
    if (isNested(field) && value) return nestedText(field, fromText(String(value)), textOf);
    if (/^files?$/.test(field.kind) && value) {
      return [value]
        .flat()
        .map((id) => nameOfFile(String(id)))
        .join(' · ');
    }
    const target = context?.collectionOf(field.target);
    if (!target || value === null || value === '') return plainText(field, value);
    const ids = Array.isArray(value) ? (value as readonly string[]) : [String(value)];
    return ids.map((id) => titleText(titleOf(target, id))).join(' · ');
  };
}

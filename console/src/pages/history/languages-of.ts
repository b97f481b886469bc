import type { FieldDescription } from '../../api/definitions.ts';
import { languageName } from '../../form/languages.ts';
import { language } from '../../texts/index.ts';

/** The languages of these fields, with their names for the reader. */
export function languagesOf(fields: readonly FieldDescription[]) {
  const names = new Set(fields.flatMap(({ locale }) => locale ?? []));
  return [...names].map((name) => ({ name, label: languageName(name, language.value) }));
}

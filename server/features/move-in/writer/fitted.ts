import type { Raw } from '../../../database/engine.ts';
import type { Definition } from '../../../definitions/define-collection.ts';
import { isObject } from '../forms/check-forms.ts';
import type { CollectionForm } from '../forms/forms.ts';
import type { Move } from './move.ts';

/** The values for which there is a field here; the report notes those that are left behind. */
export function fitted(
  { report, source }: Pick<Move, 'report' | 'source'>,
  { name, fields, localised, filled }: Definition,
  form: CollectionForm,
  values: Raw,
): Raw {
  const fit: Raw = {};
  for (const [field, value] of Object.entries(values)) {
    if (!Object.hasOwn(fields, field) || filled?.has(field)) {
      if (value !== null)
        report.note(`${name}: values of '${field}' stay behind: there is no such field here`);
      continue;
    }
    const columns = localised.get(field);
    if (form.fields[field]?.options.localised !== true || !isObject(value)) fit[field] = value;
    else if (columns) fit[field] = inLanguages(value, columns, (locale) => report.note(lost(name, locale)));
    else fit[field] = value[source.locales[0] ?? ''] ?? Object.values(value)[0] ?? null;
    if (isObject(value) && !columns && form.fields[field]?.options.localised === true)
      for (const [locale, one] of Object.entries(value))
        if (locale !== source.locales[0] && one !== null) report.note(lost(name, locale));
  }
  return fit;
}

/** A language of a region is that of its language where the region is not named here. */
function inLanguages(value: Raw, columns: ReadonlyMap<string, string>, lose: (locale: string) => void): Raw {
  const there = Object.entries(value).flatMap(([locale, one]) => {
    const here = [locale, locale.split('-', 1)[0] ?? ''].find((name) => columns.has(name));
    if (here === undefined && one !== null) lose(locale);
    return here === undefined ? [] : [[here, one] as const];
  });
  return Object.fromEntries(there);
}

function lost(collection: string, locale: string): string {
  return `${collection}: texts in '${locale}' stay behind: LOCALES in quire.json does not name this language, or the field has no languages`;
}

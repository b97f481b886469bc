import type { FieldDescription, ServedDescription } from '../../../api/definitions.ts';
import type { Values } from '../../../form/record-merge.ts';

/**
 * The values of a copy: what the user may read and give to a new record. Values that only one record may have, slugs among them,
 * are left to the server. `name` makes the title of the copy.
 */
export function valuesOfCopy(
  {
    fields,
    title_field,
  }: Pick<ServedDescription, 'title_field'> & { readonly fields: readonly FieldDescription[] },
  values: Values,
  name: (title: string) => string,
): Values {
  const copied = fields.filter(
    ({ readable, creatable, filled, unique, kind }) =>
      readable && creatable && !filled && !unique && kind !== 'slug',
  );
  return Object.fromEntries(
    copied.map((field) => {
      const value = values[field.name] ?? null;
      const isTitle = (field.translates ?? field.name) === title_field && field.kind === 'text';
      return [
        field.name,
        isTitle && typeof value === 'string' && value !== '' ? fitted(name(value), field) : value,
      ];
    }),
  );
}

/** No longer than the field allows. */
function fitted(text: string, { max_length }: FieldDescription): string {
  return max_length === undefined ? text : [...text].slice(0, max_length).join('');
}

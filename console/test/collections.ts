import type { FieldDescription, ServedDescription } from '../src/api/definitions.ts';

/** A field as the server describes one that the caller may read and write. */
export function fieldOf(name: string, kind = 'text', more: Partial<FieldDescription> = {}): FieldDescription {
  return {
    ...{ name, kind, label: name.toUpperCase(), readable: true, creatable: true, updatable: true },
    ...{
      required: false,
      allows_null: true,
      unique: false,
      sortable: true,
      searchable: false,
      filters: ['eq'],
    },
    ...more,
  };
}

/** A collection with these fields, as the server describes it to a caller who may read and change its records. */
export function collectionOf(
  fields: readonly FieldDescription[],
  more: Partial<ServedDescription> = {},
): ServedDescription {
  const parts = {
    ...{ name: 'film', label: 'Film', path: '/v1/film', title_field: 'title', sort: '-id', fields },
    ...{
      actions: { read: true, update: true },
      refused: {},
      unique: [],
      groups: [],
      columns: [],
      search: [],
    },
    ...more,
  };
  return parts as unknown as ServedDescription; // the rest is of no matter to what is tested
}

import { isObject } from '../forms/check-forms.ts';
import type { Api } from '../http/api.ts';
import { SourceProblem } from '../source.ts';

/** A field as Directus describes it. */
export interface DirectusField {
  readonly collection: string;
  readonly field: string;
  readonly type: string;
  readonly special: readonly string[];
  readonly interface: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly note: string;
  readonly schema: Readonly<Record<string, unknown>> | undefined;
}

/** A reference: `collection.field` holds keys of `related`, which shows the way back as its field `oneField`. */
export interface DirectusRelation {
  readonly collection: string;
  readonly field: string;
  readonly related: string | undefined;
  readonly oneField: string | undefined;
  /** In a collection that links two others: the field that leads to the other one. */
  readonly junctionField: string | undefined;
  readonly sortField: string | undefined;
}

export interface DirectusCollection {
  readonly name: string;
  readonly isSingleton: boolean;
  readonly key: string;
  readonly fields: readonly DirectusField[];
}

export interface DirectusSchema {
  readonly collections: readonly DirectusCollection[];
  readonly relations: readonly DirectusRelation[];
}

/** The collections of people, without those of Directus itself. Throws SourceProblem. */
export async function readSchema(api: Api): Promise<DirectusSchema> {
  const [collections, fields, relations] = [
    await listAt(api, '/collections'),
    (await listAt(api, '/fields')).map(fieldOf),
    (await listAt(api, '/relations')).map(relationOf),
  ];
  const own = collections.filter(({ collection, schema }) => isOwn(collection) && isObject(schema));
  return {
    relations,
    collections: own.map(({ collection, meta }): DirectusCollection => {
      const inside = fields.filter((one) => one.collection === collection);
      const key = inside.find(({ schema }) => schema?.is_primary_key === true)?.field ?? 'id';
      return {
        name: String(collection),
        isSingleton: isObject(meta) && meta.singleton === true,
        key,
        fields: inside,
      };
    }),
  };
}

export function isOwn(collection: unknown): boolean {
  return typeof collection === 'string' && !collection.startsWith('directus_');
}

/** The list that an answer of Directus holds under `data`. */
export async function listAt(
  api: Api,
  path: string,
  query: Readonly<Record<string, string>> = {},
): Promise<Record<string, unknown>[]> {
  const answer = await api.get(path, query);
  const data = isObject(answer) ? answer.data : undefined;
  if (Array.isArray(data)) return data.filter(isObject);
  if (isObject(data)) return [data];
  throw new SourceProblem(`${path} does not answer as Directus does`);
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const nameOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

function fieldOf({ collection, field, type, meta, schema }: Record<string, unknown>): DirectusField {
  const about = isObject(meta) ? meta : {};
  return {
    collection: textOf(collection),
    field: textOf(field),
    type: textOf(type),
    special: Array.isArray(about.special) ? about.special.map(String) : [],
    interface: textOf(about.interface),
    options: isObject(about.options) ? about.options : {},
    note: textOf(about.note),
    schema: isObject(schema) ? schema : undefined,
  };
}

function relationOf({
  collection,
  field,
  related_collection,
  meta,
}: Record<string, unknown>): DirectusRelation {
  const about = isObject(meta) ? meta : {};
  return {
    collection: textOf(collection),
    field: textOf(field),
    related: nameOf(related_collection),
    oneField: nameOf(about.one_field),
    junctionField: nameOf(about.junction_field),
    sortField: nameOf(about.sort_field),
  };
}

import type { CollectionForm, FieldForm } from '../forms/forms.ts';
import { freeName } from '../forms/names.ts';
import { asIs } from '../forms/values.ts';
import { plainField, wordsOf } from './plain-field.ts';
import {
  type DirectusCollection,
  type DirectusField,
  type DirectusRelation,
  type DirectusSchema,
  isOwn,
} from './schema.ts';

/** How one field comes: from which value there, under which name here. */
export interface PlannedField {
  readonly there: string;
  readonly here: string;
  readonly form: FieldForm;
  /** What Directus is asked for; the field itself by default. */
  readonly asks?: string;
  /** The value as it is here. */
  readonly read: (value: unknown) => unknown;
}

/** How one collection comes. */
export interface PlannedCollection {
  readonly collection: DirectusCollection;
  readonly form: CollectionForm;
  readonly fields: readonly PlannedField[];
  /** The field whose word says whether readers see a record. */
  readonly status: string | undefined;
  readonly stamps: Readonly<Record<'created' | 'updated' | 'creator', string | undefined>>;
  readonly translations: Translations | undefined;
}

/** Texts of a record by language, which Directus keeps in a collection of their own. */
export interface Translations {
  readonly alias: string;
  readonly language: string;
  readonly fields: readonly PlannedField[];
}

export interface Plan {
  readonly collections: readonly PlannedCollection[];
  readonly leftOut: readonly string[];
}

const TARGETS: Readonly<Record<string, string>> = { directus_users: 'quire_user' };
const detach = { onDelete: 'detach' } as const;
const CLOSED = { private: true } as const;

/** What becomes of the collections. Those that only link others, or hold translations, become fields of these. */
export function planOf(schema: DirectusSchema, arePrivate: boolean): Plan {
  const leftOut: string[] = [];
  const inner = innerCollections(schema);
  const names = new Map<string, string>();
  const outer = schema.collections.filter(({ name }) => !inner.has(name));
  for (const { name } of outer) names.set(name, freeName(name, names.values()));
  const planner = new Planner(schema, names, leftOut, arePrivate ? CLOSED : {});
  return { collections: outer.map((one) => planner.collection(one)), leftOut };
}

/** Collections behind a field of many: their records have a field that leads on. */
function innerCollections({ relations }: DirectusSchema): Set<string> {
  return new Set(
    relations
      .filter(({ junctionField, oneField }) => junctionField && oneField)
      .map(({ collection }) => collection),
  );
}

class Planner {
  readonly #schema: DirectusSchema;
  readonly #names: ReadonlyMap<string, string>;
  readonly #leftOut: string[];
  /** Options of fields that hold files. */
  readonly #ofFiles: object;

  constructor(
    schema: DirectusSchema,
    names: ReadonlyMap<string, string>,
    leftOut: string[],
    ofFiles: object,
  ) {
    this.#ofFiles = ofFiles;
    this.#schema = schema;
    this.#names = names;
    this.#leftOut = leftOut;
  }

  collection(collection: DirectusCollection): PlannedCollection {
    const stampOf = (...specials: string[]) =>
      collection.fields.find(({ special }) => special.some((one) => specials.includes(one)))?.field;
    const stamps = {
      created: stampOf('date-created'),
      updated: stampOf('date-updated'),
      creator: stampOf('user-created'),
    };
    const passed = new Set([...Object.values(stamps), stampOf('user-updated'), collection.key]);
    const status = collection.fields.find((one) => wordsOf(one)?.includes('published'))?.field;
    const fields: PlannedField[] = [];
    for (const field of collection.fields) {
      if (passed.has(field.field) || field.special.includes('translations')) continue;
      const planned = this.#field(
        field,
        fields.map(({ here }) => here),
      );
      if (planned) fields.push(planned);
    }
    const translations = this.#translations(collection, fields);
    const all = [...fields, ...(translations?.fields ?? [])];
    const hasDrafts = status !== undefined && !collection.isSingleton;
    const form: CollectionForm = {
      name: this.#names.get(collection.name) ?? '',
      label: collection.name,
      ...(collection.isSingleton && { isSingleton: true }),
      ...(hasDrafts && { hasDrafts: true }),
      fields: Object.fromEntries(
        all.length > 0
          ? all.map(({ here, form }) => [here, form])
          : [['title', { kind: 'text', options: { max: 255 } }]],
      ),
    };
    return { collection, form, fields, status: hasDrafts ? status : undefined, stamps, translations };
  }

  #field(field: DirectusField, taken: Iterable<string>): PlannedField | undefined {
    const { collection, field: there, special } = field;
    const here = freeName(there, taken);
    const leave = (why: string) => {
      this.#leftOut.push(`${collection}.${there}: ${why}`);
      return undefined;
    };
    if (special.includes('m2a')) return leave('references to records of any collection');
    if (special.includes('o2m')) return undefined; // the reference on the other side says the same
    if (special.includes('m2m') || special.includes('files'))
      return this.#many(field, here) ?? leave('its other side is none of the collections');
    if (field.type === 'alias') return undefined; // shows something, and holds nothing
    const relation = this.#schema.relations.find(
      (one) => one.collection === collection && one.field === there,
    );
    if (!relation && special.includes('file'))
      return { there, here, form: { kind: 'file', options: { ...this.#ofFiles, ...detach } }, read: asIs };
    if (relation) {
      const form = this.#reference(relation, detach);
      return form
        ? { there, here, form, read: asIs }
        : leave(`references to ${relation.related ?? 'any collection'}`);
    }
    const plain = plainField(field);
    return typeof plain === 'string' ? leave(plain) : { there, here, ...plain };
  }

  #reference({ related = '' }: Pick<DirectusRelation, 'related'>, options: object): FieldForm | undefined {
    if (related === 'directus_files') return { kind: 'file', options: { ...this.#ofFiles, ...options } };
    const target = isOwn(related) ? this.#names.get(related) : TARGETS[related];
    return target === undefined ? undefined : { kind: 'reference', target, options: { ...options } };
  }

  #many({ collection, field: there }: DirectusField, here: string): PlannedField | undefined {
    const back = this.#back(collection, there);
    const onward = back && this.#onward(back);
    const one = onward && this.#reference(onward, {});
    if (!one || !onward) return undefined;
    const options = { max: 1000, ...detach };
    const form: FieldForm =
      one.kind === 'file'
        ? { kind: 'files', options: { ...this.#ofFiles, ...options } }
        : { ...one, kind: 'references', options };
    const read = (value: unknown) =>
      (Array.isArray(value) ? value : []).flatMap(
        (link: Record<string, unknown> | null) => link?.[onward.field] ?? [],
      );
    return { there, here, form, asks: `${there}.${onward.field}`, read };
  }

  #translations(
    { name, fields }: DirectusCollection,
    taken: readonly PlannedField[],
  ): Translations | undefined {
    const alias = fields.find(({ special }) => special.includes('translations'))?.field;
    const back = alias === undefined ? undefined : this.#back(name, alias);
    const inner = this.#schema.collections.find((one) => one.name === back?.collection);
    if (alias === undefined || !back?.junctionField || !inner) return undefined;
    const passed = new Set([inner.key, back.field, back.junctionField]);
    const planned: PlannedField[] = [];
    for (const field of inner.fields.filter((one) => !passed.has(one.field))) {
      const one = this.#field(
        field,
        [...taken, ...planned].map(({ here }) => here),
      );
      const isOne = one && one.asks === undefined;
      if (isOne)
        planned.push({ ...one, form: { ...one.form, options: { ...one.form.options, localised: true } } });
    }
    return { alias, language: back.junctionField, fields: planned };
  }

  /** The reference whose way back is this field. */
  #back(collection: string, alias: string): DirectusRelation | undefined {
    return this.#schema.relations.find((one) => one.related === collection && one.oneField === alias);
  }

  #onward({ collection, junctionField }: DirectusRelation): DirectusRelation | undefined {
    return this.#schema.relations.find((one) => one.collection === collection && one.field === junctionField);
  }
}

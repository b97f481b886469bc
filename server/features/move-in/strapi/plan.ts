import { isObject } from '../forms/check-forms.ts';
import type { CollectionForm, FieldForm, FieldForms } from '../forms/forms.ts';
import { freeName } from '../forms/names.ts';
import { hasDefault, plainAttribute } from './plain-attribute.ts';
import type { Attribute, StrapiSchema, StrapiType } from './schema.ts';

/** How one attribute comes: under which name here, and as which value. */
export interface PlannedField {
  readonly there: string;
  readonly here: string;
  readonly form: FieldForm;
  readonly isLocalised: boolean;
  readonly read: (value: unknown) => unknown;
}

export interface PlannedType {
  readonly type: StrapiType;
  readonly form: CollectionForm;
  readonly fields: readonly PlannedField[];
}

export interface Plan {
  readonly types: readonly PlannedType[];
  readonly leftOut: readonly string[];
}

const MOST = 1000;
/** Components stand in each other so deep; each takes up to two levels of fields, of which there are five. */
export const MOST_DEPTH = 2;
const USERS = 'plugin::users-permissions.user';
const detach = { onDelete: 'detach' } as const;

/** What becomes of the content types. */
export function planOf(schema: StrapiSchema): Plan {
  const planner = new Planner(schema);
  return { types: schema.types.map((type) => planner.type(type)), leftOut: planner.leftOut };
}

/** Where an attribute stands. */
interface AttributePlace {
  readonly owner: string;
  readonly depth: number;
  readonly taken: Iterable<string>;
}

class Planner {
  readonly leftOut: string[] = [];
  readonly #components: StrapiSchema['components'];
  /** The names here of the content types to which relations may lead. */
  readonly #targets = new Map([[USERS, 'quire_user']]);
  readonly #names = new Map<string, string>();

  constructor({ types, components, ofPlugins }: StrapiSchema) {
    this.#components = components;
    for (const { uid, singular, isSingleton } of types) {
      const name = freeName(singular, this.#names.values());
      this.#names.set(uid, name);
      if (!isSingleton) this.#targets.set(uid, name);
    }
    for (const uid of ofPlugins) this.leftOut.push(`records of the plug-in's type ${uid}`);
  }

  type(type: StrapiType): PlannedType {
    const fields: PlannedField[] = [];
    for (const attribute of type.attributes) {
      const place = { owner: type.singular, depth: 0, taken: fields.map(({ here }) => here) };
      const planned = this.#field(attribute, place);
      if (planned) fields.push(type.isSingleton ? withoutRequired(planned) : planned);
    }
    const form: CollectionForm = {
      name: this.#names.get(type.uid) ?? '',
      label: type.label,
      ...(type.isSingleton && { isSingleton: true }),
      ...(type.hasDrafts && !type.isSingleton && { hasDrafts: true }),
      fields: formsOf(fields.length > 0 ? fields : [EMPTY]),
    };
    return { type, form, fields };
  }

  #field(attribute: Attribute, { owner, depth, taken }: AttributePlace): PlannedField | undefined {
    const path = `${owner}.${attribute.name}`;
    if (attribute.isPrivate && depth > 0) {
      this.leftOut.push(`${path}: private within a component, where no field has a rule of its own`);
      return undefined;
    }
    const made = this.#made(attribute, path, depth);
    if (typeof made === 'string') this.leftOut.push(`${path}: ${made}`);
    if (made === undefined || typeof made === 'string') return undefined;
    if (hasDefault(attribute) && !attribute.isRequired)
      this.leftOut.push(`${path}: its default, for records may have no value there`);
    const options = depth === 0 ? outerOptions(attribute) : innerOptions(attribute);
    const form = {
      ...made.form,
      options: {
        ...(depth === 0 ? made.form.options : withoutUnique(made.form.options)),
        ...options(made.form),
      },
      ...(attribute.isPrivate && {
        readers: { permission: `${owner}: private fields`.slice(0, 60), key: 'private' },
      }),
    };
    return {
      there: attribute.name,
      here: freeName(attribute.name, taken),
      form,
      isLocalised: depth === 0 && attribute.isLocalised,
      read: made.read,
    };
  }

  /** The form and the reader; why there is no counterpart; or undefined where the other side says the same. */
  #made(
    attribute: Attribute,
    path: string,
    depth: number,
  ): Pick<PlannedField, 'form' | 'read'> | string | undefined {
    switch (attribute.type) {
      case 'relation':
        return this.#relation(attribute);
      case 'media':
        return manyOrOne(attribute.isRepeatable, { kind: 'file', options: detach });
      case 'component':
        return this.#component(attribute, path, depth);
      case 'dynamiczone':
        return this.#zone(attribute, path, depth);
      default:
        return plainAttribute(attribute);
    }
  }

  #relation({ relation, target, isWayBack }: Attribute) {
    if (relation.startsWith('morph')) return 'references to records of any type';
    if (isWayBack) return undefined;
    const here = this.#targets.get(target);
    if (here === undefined) return `references to ${target}`;
    return manyOrOne(relation.endsWith('ToMany'), { kind: 'reference', target: here, options: detach });
  }

  #component(attribute: Attribute, path: string, depth: number) {
    const planned = this.#members(attribute.component, path, depth);
    if (typeof planned === 'string') return planned;
    const group: FieldForm = { kind: 'group', members: formsOf(planned), options: {} };
    const readOne = (value: unknown) => (isObject(value) ? valuesOf(planned, value) : null);
    if (!attribute.isRepeatable) return { form: group, read: readOne };
    return {
      form: { kind: 'list', items: group, options: { max: MOST } } satisfies FieldForm,
      read: (value: unknown) => listOf(value).map(readOne),
    };
  }

  #zone({ components }: Attribute, path: string, depth: number) {
    const types = new Map<string, { readonly here: string; readonly fields: readonly PlannedField[] }>();
    const kinds = new Map<string, string>();
    for (const uid of components) {
      const here = freeName(
        uid,
        [...types.values()].map((one) => one.here),
      );
      const planned = this.#members(uid, path, depth);
      if (typeof planned === 'string') return planned;
      types.set(uid, { here, fields: planned.map((one) => ofOneKind(one, here, kinds)) });
    }
    if (types.size === 0) return 'a dynamic zone without components';
    const form: FieldForm = {
      kind: 'blocks',
      blocks: Object.fromEntries([...types.values()].map(({ here, fields }) => [here, formsOf(fields)])),
      options: { max: MOST },
    };
    const read = (value: unknown) =>
      listOf(value).flatMap((one) => {
        const known = types.get(String(one.__component));
        return known ? [{ type: known.here, ...valuesOf(known.fields, one) }] : [];
      });
    return { form, read };
  }

  #members(uid: string, path: string, depth: number): PlannedField[] | string {
    const component = this.#components.get(uid);
    if (!component) return `the component ${uid}, which is not there`;
    if (depth >= MOST_DEPTH) return 'components in components in components';
    const fields: PlannedField[] = [];
    for (const attribute of component.attributes) {
      const place = { owner: path, depth: depth + 1, taken: fields.map(({ here }) => here) };
      const planned = this.#field(attribute, place);
      if (planned) fields.push(planned);
    }
    return fields.length > 0 ? fields : [EMPTY];
  }
}

/** What stands where nothing of a type has a counterpart. */
const EMPTY: PlannedField = {
  there: '',
  here: 'title',
  form: { kind: 'text', options: { max: 255 } },
  isLocalised: false,
  read: () => null,
};

const outerOptions =
  ({ isRequired, isLocalised }: Attribute) =>
  ({ kind, options }: FieldForm) => ({
    ...(isRequired && mayBeRequired(kind, options) && { required: true }),
    ...(isLocalised && { localised: true }),
  });

const innerOptions =
  ({ isRequired }: Attribute) =>
  ({ kind, options }: FieldForm) => ({
    ...(isRequired && mayBeRequired(kind, options) && { required: true }),
  });

/** A target that goes takes its id out of the record, which then has none. */
function mayBeRequired(kind: string, options: FieldForm['options']): boolean {
  return (
    options.onDelete === undefined && options.default === undefined && !['list', 'blocks'].includes(kind)
  );
}

function withoutUnique({ unique, ...options }: FieldForm['options']): FieldForm['options'] {
  return options;
}

function withoutRequired(field: PlannedField): PlannedField {
  const { required, ...options } = field.form.options;
  return { ...field, form: { ...field.form, options } };
}

/** Members of one name have one kind in all blocks of a field: others get the name of their block as well. */
function ofOneKind(field: PlannedField, block: string, kinds: Map<string, string>): PlannedField {
  const { kind, target = '' } = field.form;
  const sort = `${kind} ${target}`;
  const known = kinds.get(field.here) ?? sort;
  kinds.set(field.here, known);
  return known === sort ? field : { ...field, here: freeName(`${block}_${field.here}`, kinds.keys()) };
}

function manyOrOne(isMany: boolean, one: FieldForm): Pick<PlannedField, 'form' | 'read'> {
  if (!isMany) return { form: one, read: (value) => keysIn(value)[0] ?? null };
  const kind = one.kind === 'file' ? 'files' : 'references';
  return { form: { ...one, kind, options: { ...one.options, max: MOST } }, read: keysIn };
}

/** The keys of documents, or of files, to which a value leads. */
export function keysIn(value: unknown): string[] {
  return [...new Set(listOf(value).map(keyOf))];
}

/** What a document, a file or a user is called in the map of ids. */
export function keyOf({ documentId, id }: Record<string, unknown>): string {
  return String(documentId ?? id);
}

export function listOf(value: unknown): Record<string, unknown>[] {
  return (Array.isArray(value) ? value : [value]).filter(isObject);
}

export function valuesOf(fields: readonly PlannedField[], record: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(fields.map(({ there, here, read }) => [here, read(record[there])]));
}

function formsOf(fields: readonly PlannedField[]): FieldForms {
  return Object.fromEntries(fields.map(({ here, form }) => [here, form]));
}

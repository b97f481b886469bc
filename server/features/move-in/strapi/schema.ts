import { isObject } from '../forms/check-forms.ts';

/** An attribute as Strapi describes it. */
export interface Attribute {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly isUnique: boolean;
  readonly isPrivate: boolean;
  readonly isLocalised: boolean;
  readonly isRepeatable: boolean;
  /** `oneToOne`, `manyToOne` and so on, of a relation. */
  readonly relation: string;
  /** The type to which a relation leads. */
  readonly target: string;
  /** The relation is stored on its other side. */
  readonly isWayBack: boolean;
  readonly component: string;
  readonly components: readonly string[];
  readonly words: readonly unknown[];
  readonly initial: unknown;
  /** Limits of numbers and texts, as far as they are whole numbers. */
  readonly limits: Readonly<Record<'min' | 'max' | 'minLength' | 'maxLength', number | undefined>>;
}

/** A content type or a component. */
export interface StrapiType {
  readonly uid: string;
  readonly label: string;
  /** The names under which the API serves it. */
  readonly singular: string;
  readonly plural: string;
  readonly isSingleton: boolean;
  readonly hasDrafts: boolean;
  readonly isLocalised: boolean;
  readonly attributes: readonly Attribute[];
}

export interface StrapiSchema {
  /** Those of people: `api::…`. */
  readonly types: readonly StrapiType[];
  readonly components: ReadonlyMap<string, StrapiType>;
  /** Content types of plug-ins that hold records of people. */
  readonly ofPlugins: readonly string[];
}

/** The columns that each content type has. */
const OWN = new Set([
  ...['id', 'documentId', 'createdAt', 'updatedAt', 'publishedAt', 'createdBy', 'updatedBy'],
  ...['locale', 'localizations', 'strapi_stage', 'strapi_assignee'],
]);
const SERVED_OTHERWISE =
  /^(?:admin|strapi)::|^plugin::(?:upload|i18n|users-permissions|content-releases|review-workflows)\./;

/** The schema of these types, in the form of an export or of the API. */
export function schemaOf(described: readonly unknown[]): StrapiSchema {
  const all = described.filter(isObject).map(typeOf);
  const contents = all.filter(({ uid }) => uid.includes('::'));
  return {
    types: contents.filter(({ uid }) => uid.startsWith('api::')),
    components: new Map(all.filter(({ uid }) => !uid.includes('::')).map((one) => [one.uid, one])),
    ofPlugins: contents
      .map(({ uid }) => uid)
      .filter((uid) => !uid.startsWith('api::') && !SERVED_OTHERWISE.test(uid)),
  };
}

function typeOf({ uid, schema, ...rest }: Record<string, unknown>): StrapiType {
  const said = isObject(schema) ? schema : rest;
  const info = isObject(said.info) ? said.info : said;
  const options = isObject(said.options) ? said.options : {};
  const isLocalised = isInternational(said);
  return {
    uid: String(uid),
    label: textOf(info.displayName) || String(uid),
    singular: textOf(info.singularName) || textOf(said.modelName) || String(uid).split('.').at(-1) || '',
    plural: textOf(info.pluralName),
    isSingleton: said.kind === 'singleType',
    hasDrafts: (options.draftAndPublish ?? said.draftAndPublish) === true,
    isLocalised,
    attributes: attributesIn(said.attributes)
      .filter(([name]) => !OWN.has(name))
      .map(([name, one]) => attributeOf(name, one, isLocalised)),
  };
}

function attributesIn(attributes: unknown): [string, Record<string, unknown>][] {
  const named = Array.isArray(attributes)
    ? attributes.filter(isObject).map((one) => [String(one.name), one] as const)
    : Object.entries(isObject(attributes) ? attributes : {});
  return named.flatMap(([name, one]) => (isObject(one) ? [[name, one]] : []));
}

/** Relations and names for addresses belong to a language wherever their type has languages. */
function attributeOf(name: string, said: Record<string, unknown>, inLanguages: boolean): Attribute {
  const type = textOf(said.type);
  const limit = (of: string) => (Number.isSafeInteger(said[of]) ? Number(said[of]) : undefined);
  return {
    name,
    type,
    isRequired: said.required === true,
    isUnique: said.unique === true || type === 'uid',
    isPrivate: said.private === true,
    isLocalised: inLanguages && (isInternational(said) || type === 'relation' || type === 'uid'),
    isRepeatable: said.repeatable === true || said.multiple === true,
    relation: textOf(said.relation),
    target: textOf(said.target),
    isWayBack: textOf(said.mappedBy) !== '',
    component: textOf(said.component),
    components: Array.isArray(said.components) ? said.components.map(String) : [],
    words: Array.isArray(said.enum) ? said.enum : [],
    initial: said.default,
    limits: {
      min: limit('min'),
      max: limit('max'),
      minLength: limit('minLength'),
      maxLength: limit('maxLength'),
    },
  };
}

function isInternational({ pluginOptions }: Record<string, unknown>): boolean {
  const i18n = isObject(pluginOptions) ? pluginOptions.i18n : undefined;
  return isObject(i18n) && i18n.localized === true;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

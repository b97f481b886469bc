import {
  type AccessRule,
  alternativesOf,
  type Definition,
  type Field,
  type Fields,
} from '../../../definitions/for-server.ts';
import { render } from '../../../messages/message.ts';
import { isObject } from '../forms/check-forms.ts';
import {
  type CollectionForm,
  type FieldForm,
  type FieldForms,
  FORM_KINDS,
  type RuleForm,
} from '../forms/forms.ts';
import { SourceProblem } from '../source.ts';

/** Limits that are no options of data: functions of the kind, or patterns, which are code. */
const CODE: readonly string[] = ['pattern', 'private'];

/** A definition as data. What is code stays out: hooks, patterns, and rules with conditions, in whose place nobody else may. */
export function describeDefinition(definition: Definition): CollectionForm {
  const { name, label, isSingleton, hasDrafts } = definition;
  const rules = Object.entries(definition.access ?? {}).map(
    ([action, rule]) => [action, ruleForm(name, rule)] as const,
  );
  return {
    name,
    label: render(label, 'en'),
    ...(isSingleton && { isSingleton }),
    ...(hasDrafts && { hasDrafts }),
    fields: fieldForms(definition.fields),
    access: Object.fromEntries(rules),
  };
}

function ruleForm(collection: string, rule: AccessRule): RuleForm {
  const [only, ...others] = alternativesOf(rule);
  if (!only || others.length > 0 || only.level === 'super' || only.level === 'any')
    return 'superAdministrator';
  if (only.records !== undefined) return 'superAdministrator';
  if (only.level === 'public') return 'everyone';
  if (only.level === 'login') return 'login';
  const { key, name } = only.permission;
  return { permission: render(name, 'en'), key: key.slice(collection.length + 1) };
}

function fieldForms(fields: Fields): FieldForms {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const form = field.secret || field.translates !== undefined ? undefined : fieldForm(field);
      return form ? [[name, form]] : [];
    }),
  );
}

function fieldForm(field: Field): FieldForm | undefined {
  const kind = FORM_KINDS.find((one) => one === camelCase(field.kind));
  if (!kind) return undefined;
  const { target, nested } = field;
  const isShort = field.kind === 'long-text' && field.column.type === 'string';
  return {
    kind: isShort ? 'text' : kind,
    options: { ...optionsOf(field), ...(isShort && { multiline: true }) },
    ...(kind.startsWith('reference') && target !== undefined && { target }),
    ...(kind === 'choice' && { words: field.input.enum?.filter((one) => typeof one === 'string') ?? [] }),
    ...(nested?.form === 'group' && { members: fieldForms(nested.members) }),
    ...(nested?.form === 'list' && { items: fieldForm(nested.items) ?? { kind: 'json', options: {} } }),
    ...(nested?.form === 'blocks' && {
      blocks: Object.fromEntries(Object.entries(nested.groups).map(([type, one]) => [type, fieldForms(one)])),
    }),
  };
}

function optionsOf(field: Field): Record<string, unknown> {
  const { limits = {}, initial, nullable, nested, kind, made } = field;
  const hasDefault =
    initial !== null && !field.required && !nested && !['references', 'files'].includes(kind);
  return {
    ...Object.fromEntries(
      Object.entries(limits).filter(([name, value]) => !CODE.includes(name) && typeof value !== 'function'),
    ),
    ...(kind === 'file' && field.isPrivate && { private: true }),
    ...(kind === 'files' && field.isPrivate && { private: true }),
    ...(hasDefault && !nullable && { default: initial }),
    ...(field.format === 'markdown' && { format: 'markdown' }),
    ...(made && { from: made.from }),
    ...(field.unique && kind !== 'slug' && { unique: true }),
    ...(field.indexed &&
      !kind.startsWith('reference') &&
      kind !== 'slug' &&
      !field.unique && { indexed: true }),
    ...(field.searchable && { searchable: true }),
    ...(field.localised && { localised: true }),
    ...(field.tree && { tree: true }),
    ...(field.onDelete && field.onDelete !== 'refuse' && { onDelete: field.onDelete }),
  };
}

function camelCase(kind: string): string {
  return kind.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** What the manifest of an archive says. */
export interface Manifest {
  readonly format: typeof FORMAT;
  readonly version: number;
  /** The server that the archive is of: the same for each of its archives. */
  readonly origin: string;
  /** When it was made, as ISO 8601. */
  readonly made: string;
  readonly locales: readonly string[];
  /** Every other entry, with its size in bytes and its SHA-256. */
  readonly entries: Readonly<Record<string, { readonly size: number; readonly sha256: string }>>;
  /** What the archive leaves out. */
  readonly leftOut: readonly string[];
}

export const FORMAT = 'quire-archive';
/** The version that this server writes, and the newest that it reads. */
export const VERSION = 1;
export const MANIFEST = 'manifest.json';

/** Throws SourceProblem unless this is a manifest that this server reads. */
export function readManifest(value: unknown): Manifest {
  const refuse = (what: string): never => {
    throw new SourceProblem(`${MANIFEST}: ${what}`);
  };
  if (!isObject(value) || value.format !== FORMAT) return refuse('this is no archive of Quire');
  const { version, origin, locales, entries, leftOut } = value;
  if (!Number.isInteger(version) || Number(version) < 1) return refuse('has no version');
  if (Number(version) > VERSION)
    return refuse(`the archive has version ${version}, this server reads up to ${VERSION}: upgrade it first`);
  if (typeof origin !== 'string' || !/^[a-z0-9-]{1,64}$/.test(origin)) return refuse('has no origin');
  if (!isTexts(locales) || !isTexts(leftOut)) return refuse("'locales' and 'leftOut' must be lists of texts");
  if (!isObject(entries) || !Object.values(entries).every(isEntry))
    return refuse('does not list the entries');
  return value as unknown as Manifest; // checked above
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function isEntry(value: unknown): boolean {
  return (
    isObject(value) &&
    Number.isSafeInteger(value.size) &&
    typeof value.sha256 === 'string' &&
    /^[0-9a-f]{64}$/.test(value.sha256)
  );
}

import { completeCollection, type Definition, permission } from '../../../definitions/for-server.ts';
import { SourceProblem } from '../source.ts';
import { buildFields } from './build-field.ts';
import { type CollectionForm, type FieldForm, FORM_KINDS, type RuleForm } from './forms.ts';

const NAME = /^[a-z][a-z0-9_]{0,30}$/;
/** How deep fields may hold fields. */
const MOST_DEPTH = 8;
const MOST_FIELDS = 500;

/** The form that a text of JSON describes. Throws SourceProblem, naming `where`. */
export function readForm(value: unknown, where: string): CollectionForm {
  const refuse = (what: string): never => {
    throw new SourceProblem(`${where}: ${what}`);
  };
  if (!isObject(value)) return refuse('is not an object');
  const { name, label, fields } = value;
  if (typeof name !== 'string' || !NAME.test(name)) return refuse('has no name in snake_case');
  if (typeof label !== 'string' || label === '') return refuse('has no label');
  if (!isObject(fields) || Object.keys(fields).length === 0) return refuse('has no fields');
  for (const [field, form] of Object.entries(fields)) requireField(form, `${where}: field '${field}'`, 0);
  for (const rule of Object.values(isObject(value.access) ? value.access : {}))
    if (!isRule(rule)) return refuse('has an unknown rule of access');
  return value as unknown as CollectionForm; // checked above, and by its definition
}

function requireField(form: unknown, where: string, depth: number): asserts form is FieldForm {
  const isKnown = isObject(form) && FORM_KINDS.some((kind) => kind === form.kind) && isObject(form.options);
  if (!isKnown || depth > MOST_DEPTH) throw new SourceProblem(`${where} is of no known kind`);
  if (form.readers !== undefined && !isRule(form.readers))
    throw new SourceProblem(`${where} has an unknown rule`);
  const { members, items, blocks } = form;
  const inside = [
    ...Object.values(isObject(members) ? members : {}),
    ...(items === undefined ? [] : [items]),
    ...Object.values(isObject(blocks) ? blocks : {}).flatMap((one) =>
      isObject(one) ? Object.values(one) : [one],
    ),
  ];
  if (inside.length > MOST_FIELDS) throw new SourceProblem(`${where} holds more than ${MOST_FIELDS} fields`);
  for (const one of inside) requireField(one, where, depth + 1);
}

function isRule(rule: unknown): rule is RuleForm {
  if (typeof rule === 'string') return ['everyone', 'login', 'superAdministrator'].includes(rule);
  return isObject(rule) && typeof rule.permission === 'string' && typeof rule.key === 'string';
}

/** The definitions of these forms beside those of these names. Throws SourceProblem for what no definition may say. */
export function definitionsOf(forms: readonly CollectionForm[], here: ReadonlySet<string>): Definition[] {
  const names = new Set([...here, ...forms.map(({ name }) => name)]);
  if (names.size < here.size + forms.length) throw new SourceProblem('two collections have the same name');
  for (const { name, fields } of forms)
    for (const target of targetsIn(Object.values(fields)))
      if (!names.has(target))
        throw new SourceProblem(`collection '${name}' refers to '${target}', which is not there`);
  return forms.map(definitionOf);
}

function targetsIn(fields: readonly FieldForm[]): string[] {
  return fields.flatMap(({ target, members = {}, items, blocks = {} }) => [
    ...(target === undefined ? [] : [target]),
    ...targetsIn([
      ...Object.values(members),
      ...(items ? [items] : []),
      ...Object.values(blocks).flatMap(Object.values),
    ]),
  ]);
}

function definitionOf(form: CollectionForm): Definition {
  const rule = permission('Moved in', 'read');
  const access = { read: rule, create: rule, update: rule, delete: rule };
  const path: `/${string}` = `/v1/${form.name.replaceAll('_', '-')}`;
  try {
    const completed = completeCollection({
      name: form.name,
      label: form.label,
      path,
      audit: 'full',
      fields: buildFields(form.fields),
      access,
      ...(form.hasDrafts && { drafts: true }),
    });
    return form.isSingleton ? { ...completed, isSingleton: true } : completed;
  } catch (error) {
    throw new SourceProblem(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

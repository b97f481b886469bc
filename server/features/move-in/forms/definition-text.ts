import type { CollectionForm, FieldForm, FieldForms, RuleForm } from './forms.ts';

const ACTIONS = ['read', 'create', 'update', 'delete'] as const;
const OF_SINGLETON: readonly string[] = ['read', 'update'];
const OF_DRAFTS = ['drafts', 'publish'] as const;

/**
 * The definition file of a form that was checked. Every text in it is a literal, so nothing that a source says becomes code.
 * Times keep the audit form `full`, so that history begins with the move.
 */
export function definitionText(form: CollectionForm): string {
  const used = new Set<string>();
  const fields = fieldsText(form.fields, used, 2);
  const access = accessText(form, used);
  const define = form.isSingleton ? 'defineSingleton' : 'defineCollection';
  const names = [define, ...[...used].sort()].join(', ');
  const lines = [
    `name: ${literal(form.name)},`,
    `label: ${literal(form.label)},`,
    `path: ${literal(`/v1/${form.name.replaceAll('_', '-')}`)},`,
    "audit: 'full',",
    ...(form.hasDrafts ? ['drafts: true,'] : []),
    `fields: ${fields},`,
    `access: ${access},`,
  ];
  return `import { ${names} } from 'quire-cms';\n\nexport default ${define}({\n${lines.map((line) => `  ${line}\n`).join('')}});\n`;
}

function accessText(
  { label, isSingleton, hasDrafts, access = {} }: CollectionForm,
  used: Set<string>,
): string {
  const actions = [
    ...ACTIONS.filter((action) => !isSingleton || OF_SINGLETON.includes(action)),
    ...(hasDrafts ? OF_DRAFTS : []),
  ];
  const lines = actions.map((action) => {
    const rule = access[action] ?? { permission: cut(`${label}: ${action}`), key: action };
    return `    ${action}: ${ruleText(rule, used)},\n`;
  });
  return `{\n${lines.join('')}  }`;
}

function ruleText(rule: RuleForm, used: Set<string>): string {
  if (typeof rule === 'string') {
    used.add(rule);
    return rule;
  }
  used.add('permission');
  return `permission(${literal(rule.permission)}, ${literal(rule.key)})`;
}

function fieldsText(forms: FieldForms, used: Set<string>, depth: number): string {
  const indent = '  '.repeat(depth);
  const lines = Object.entries(forms).map(
    ([name, form]) => `${indent}${keyText(name)}: ${fieldText(form, used, depth)},\n`,
  );
  return `{\n${lines.join('')}${'  '.repeat(depth - 1)}}`;
}

function fieldText(form: FieldForm, used: Set<string>, depth: number): string {
  used.add(form.kind);
  const first = firstText(form, used, depth);
  const rule = form.readers && ruleText(form.readers, used);
  const entries = [
    ...entriesOf(form.options),
    ...(rule === undefined ? [] : [`read: ${rule}`, `write: ${rule}`]),
  ];
  const options = entries.length > 0 ? [`{ ${entries.join(', ')} }`] : [];
  const needs = first === undefined ? options : [first, ...options];
  return `${form.kind}(${needs.join(', ')})`;
}

function firstText(form: FieldForm, used: Set<string>, depth: number): string | undefined {
  const { kind, target, words, members, items, blocks } = form;
  if (kind === 'reference' || kind === 'references') return literal(target);
  if (kind === 'choice') return literal(words);
  if (kind === 'group') return fieldsText(members ?? {}, used, depth + 1);
  if (kind === 'list') return items && fieldText(items, used, depth);
  if (kind !== 'blocks') return undefined;
  used.add('group');
  const indent = '  '.repeat(depth + 1);
  const lines = Object.entries(blocks ?? {}).map(
    ([type, fields]) => `${indent}${keyText(type)}: group(${fieldsText(fields, used, depth + 2)}),\n`,
  );
  return `{\n${lines.join('')}${'  '.repeat(depth)}}`;
}

/** A value of JSON as a literal of TypeScript. */
function literal(value: unknown): string {
  if (typeof value === 'string') return textLiteral(value);
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{ ${entriesOf(value).join(', ')} }`;
}

function entriesOf(value: object): string[] {
  return Object.entries(value).map(([name, one]) => `${keyText(name)}: ${literal(one)}`);
}

function textLiteral(text: string): string {
  const quoted = JSON.stringify(text);
  return /['\\]/.test(quoted) ? quoted : `'${quoted.slice(1, -1)}'`;
}

/** A computed key where a plain one would be more than a key. */
function keyText(name: string): string {
  if (name === '__proto__') return `[${textLiteral(name)}]`;
  return /^[A-Za-z_]\w*$/.test(name) ? name : textLiteral(name);
}

/** The most characters of a permission's name. */
const MOST_PERMISSION = 60;

function cut(text: string): string {
  return [...text].slice(0, MOST_PERMISSION).join('');
}

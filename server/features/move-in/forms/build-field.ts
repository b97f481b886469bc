import type { Field } from '../../../definitions/field.ts';
import {
  bigint,
  blocks,
  boolean,
  choice,
  date,
  dateTime,
  decimal,
  email,
  everyone,
  file,
  files,
  group,
  integer,
  json,
  list,
  login,
  longText,
  permission,
  point,
  reference,
  references,
  richText,
  slug,
  superAdministrator,
  text,
  url,
} from '../../../definitions/index.ts';
import type { FieldForm, FieldForms, FormKind, RuleForm } from './forms.ts';

type Make = (...given: never[]) => Field;

const KINDS: Readonly<Record<FormKind, Make>> = {
  text,
  longText,
  richText,
  slug,
  email,
  url,
  choice,
  boolean,
  integer,
  bigint,
  decimal,
  date,
  dateTime,
  point,
  json,
  reference,
  references,
  file,
  files,
  group,
  list,
  blocks,
};

/** The field that a form describes, as a definition file would make it; its `problems` say what is wrong with its options. */
export function buildField(form: FieldForm): Field {
  const make = KINDS[form.kind] as (...given: unknown[]) => Field; // its own checks refuse what does not fit its type
  const first = firstOf(form);
  const rule = form.readers === undefined ? undefined : ruleOf(form.readers);
  const options = rule === undefined ? form.options : { ...form.options, read: rule, write: rule };
  return first === undefined ? make(options) : make(first, options);
}

export function buildFields(forms: FieldForms): Readonly<Record<string, Field>> {
  return Object.fromEntries(Object.entries(forms).map(([name, form]) => [name, buildField(form)]));
}

function ruleOf(form: RuleForm): unknown {
  if (typeof form !== 'string') return permission(form.permission, form.key);
  return { everyone, login, superAdministrator }[form];
}

function firstOf({ kind, target, words, members = {}, items, blocks = {} }: FieldForm): unknown {
  switch (kind) {
    case 'reference':
    case 'references':
      return target ?? '';
    case 'choice':
      return words ?? [];
    case 'group':
      return buildFields(members);
    case 'list':
      return buildField(items ?? { kind: 'text', options: { max: 255 } });
    case 'blocks':
      return Object.fromEntries(
        Object.entries(blocks).map(([type, fields]) => [type, group(buildFields(fields), {})]),
      );
    default:
      return undefined;
  }
}

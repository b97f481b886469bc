import { AUDIT_FIELDS } from '../../contract/audit.ts';
import type { Definition } from '../definitions/define-record.ts';
import type { Field } from '../definitions/field.ts';
import { Problem } from '../definitions/problem.ts';
import { badParameters } from '../errors.ts';

type Values = Record<string, unknown>;

/** Names that clients send back with a record they have read; the server alone fills them, so they are passed over. */
const filledByServer: ReadonlySet<string> = new Set(['id', ...AUDIT_FIELDS, 'expanded']);

/** Whether clients may send a name that the server alone fills. */
export function isFilledByServer(name: string): boolean {
  return filledByServer.has(name);
}

/** A hostile body may have very many; a reader is helped by few. */
const MAX_PROBLEMS = 20;

/** The values of a whole new row: what was sent, and each other field's initial value. Throws with every problem, by field; `mayMiss` names required fields that need not be sent after all. */
export function cleanWhole(
  definition: Definition,
  sent: Readonly<Values>,
  mayMiss: (name: string) => boolean = () => false,
): Values {
  return clean(definition, sent, initialValues(definition), mayMiss);
}

/** What a row's fields hold where nothing is sent. */
export function initialValues({ fields }: Definition): Values {
  const values: Values = {};
  for (const name in fields) values[name] = fields[name]?.initial ?? null;
  return values;
}

/** Only the values that were sent. Throws with every problem, by field. */
export function cleanGiven(definition: Definition, sent: Readonly<Values>): Values {
  return clean(definition, sent, {}, () => true);
}

function clean(
  definition: Definition,
  sent: Readonly<Values>,
  values: Values,
  mayMiss: (name: string) => boolean,
): Values {
  const problems: Record<string, string> = Object.create(null);

  for (const name of Object.keys(sent)) {
    const field = Object.hasOwn(definition.fields, name) ? definition.fields[name] : undefined;
    if (sent[name] === undefined || isFilledByServer(name)) continue;
    const value = field ? cleanValue(field, sent[name]) : new Problem('不是此记录的字段');
    if (value instanceof Problem) problems[name.slice(0, 60)] = value.text;
    else values[name] = value;
    if (Object.keys(problems).length >= MAX_PROBLEMS) break;
  }
  for (const name in definition.fields)
    if (definition.fields[name]?.required && sent[name] === undefined && !mayMiss(name))
      problems[name] = '不能缺少';
  if (Object.keys(problems).length > 0) throw badParameters(problems);
  return values;
}

function cleanValue(field: Field, value: unknown): unknown {
  if (value !== null) return field.clean(value);
  return field.nullable ? null : new Problem('不能为空');
}

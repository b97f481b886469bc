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
  mayMiss?: (name: string) => boolean,
): Values {
  const { initial, required } = definition;
  const needed = mayMiss ? required.filter((name) => !mayMiss(name)) : required;
  return clean(definition, sent, { ...initial }, needed);
}

/** Only the values that were sent. Throws with every problem, by field. */
export function cleanGiven(definition: Definition, sent: Readonly<Values>): Values {
  return clean(definition, sent, {}, []);
}

function clean(
  definition: Definition,
  sent: Readonly<Values>,
  values: Values,
  needed: readonly string[],
): Values {
  let problems: Record<string, string> | undefined; // hardly ever needed
  let count = 0;
  const tell = (name: string, problem: string) => {
    problems ??= Object.create(null) as Record<string, string>;
    problems[name] = problem;
    count += 1;
  };

  for (const name of Object.keys(sent)) {
    const field = Object.hasOwn(definition.fields, name) ? definition.fields[name] : undefined;
    if (sent[name] === undefined || isFilledByServer(name)) continue;
    const value = field ? cleanValue(field, sent[name]) : new Problem('不是此记录的字段');
    if (value instanceof Problem) tell(name.slice(0, 60), value.text);
    else values[name] = value;
    if (count >= MAX_PROBLEMS) break;
  }
  for (const name of needed) if (sent[name] === undefined) tell(name, '不能缺少');
  if (problems) throw badParameters(problems);
  return values;
}

function cleanValue(field: Field, value: unknown): unknown {
  if (value !== null) return field.clean(value);
  return field.nullable ? null : new Problem('不能为空');
}

import { ADDED_TO_RECORDS, AUDIT_FIELDS } from '../../../../contract/audit.ts';
import type { Raw } from '../../../database/engine.ts';
import type { Definition } from '../../../definitions/define-collection.ts';
import type { Field } from '../../../definitions/field.ts';
import { removedFromHtml } from '../../../definitions/fields/cleaning/clean-html.ts';
import { leafValues, leavesOf } from '../../../definitions/nested/leaves.ts';
import { Problem } from '../../../definitions/problem.ts';
import { badParameters } from '../../../errors.ts';
import { message, type Text } from '../../../messages/message.ts';
import { freeTurn, isTurnOver } from '../../../shared/turn.ts';

type Values = Record<string, unknown>;

/** Fields that only the server fills. Clients send them back with a record they have read, so they are ignored. */
const filledByServer: ReadonlySet<string> = new Set(['id', ...AUDIT_FIELDS, ...ADDED_TO_RECORDS]);

/** Whether only the server fills this name, so that clients may send it without effect. */
export function isFilledByServer(name: string): boolean {
  return filledByServer.has(name);
}

/** A hostile body may have thousands; a reader needs a few. */
const MAX_PROBLEMS = 20;

/**
 * The values of a whole record: those sent, and the initial value of every other field. Throws with every problem, by field.
 * `mayMiss` exempts required fields from being sent.
 */
export function cleanWhole(
  definition: Definition,
  sent: Readonly<Values>,
  mayMiss?: (name: string) => boolean,
): Promise<Values> {
  const { initial, required } = definition;
  const needed = mayMiss ? required.filter((name) => !mayMiss(name)) : required;
  return clean(definition, sent, { ...initial }, needed);
}

/** Only the values that were sent, checked. Throws with every problem, by field. */
export function cleanGiven(definition: Definition, sent: Readonly<Values>): Promise<Values> {
  return clean(definition, sent, {}, []);
}

async function clean(
  definition: Definition,
  sent: Readonly<Values>,
  values: Values,
  needed: readonly string[],
): Promise<Values> {
  let problems: Record<string, Text> | undefined; // hardly ever needed
  let count = 0;
  const report = (name: string, problem: Text) => {
    problems ??= Object.create(null) as Record<string, Text>;
    problems[name] = problem;
    count += 1;
  };

  for (const name of Object.keys(sent)) {
    const field = Object.hasOwn(definition.fields, name) ? definition.fields[name] : undefined;
    if (sent[name] === undefined || isFilledByServer(name) || definition.filled?.has(name)) continue;
    if (field?.isSlow && isTurnOver()) await freeTurn();
    const value = field ? cleanValue(field, sent[name]) : new Problem(message('notAField'));
    if (!(value instanceof Problem)) values[name] = value;
    else if (!value.within) report(name.slice(0, 60), value.text);
    else for (const [path, text] of Object.entries(value.within)) report(`${name}.${path}`, text);
    if (count >= MAX_PROBLEMS) break;
  }
  for (const name of needed) if (sent[name] === undefined) report(name, message('missing'));
  if (problems) throw badParameters(problems);
  return values;
}

/** The stored value of a sent one, or its problem. */
export function cleanValue(field: Field, value: unknown): unknown {
  if (value === null) return field.nullable ? null : new Problem(message('empty'));
  const cleaned = field.clean(value);
  const isByLanguage =
    cleaned instanceof Problem && field.localised && typeof value === 'object' && !Array.isArray(value);
  return isByLanguage && field.nested?.form !== 'group' && field.locale === undefined
    ? new Problem(message('noLocales'))
    : cleaned;
}

/** The most names of tags and attributes that are told of a field. */
const MOST_NAMED = 10;

/** The names of tags and attributes that were removed from HTML, by field. */
export type RemovedHtml = Readonly<Record<string, readonly string[]>>;

/** What is removed from the HTML of these values, by column, when they are stored; undefined if nothing is. */
export function removedHtmlIn(definition: Definition, values: Raw): RemovedHtml | undefined {
  const removed = Object.entries(values).flatMap(([name, value]) => {
    const names = new Set(textsIn(definition, name, value).flatMap(removedFromHtml));
    return names.size > 0 ? [[name, [...names].slice(0, MOST_NAMED)] as const] : [];
  });
  return removed.length > 0 ? Object.fromEntries(removed) : undefined;
}

/** The names that were removed from all records, each once, as many as are told of a field. */
export function namesOfRemoved(removed: readonly (RemovedHtml | undefined)[]): string[] {
  return [...new Set(removed.flatMap((one) => Object.values(one ?? {}).flat()))].slice(0, MOST_NAMED);
}

/** The HTML of a rich text, also inside another field. */
function textsIn(definition: Definition, name: string, value: unknown): string[] {
  const field = Object.hasOwn(definition.fields, name) ? definition.fields[name] : undefined;
  if (!field || !leavesOf(name, field).some((leaf) => isHtml(leaf.field))) return [];
  return [...leafValues(name, field, value)].flatMap((leaf) =>
    isHtml(leaf.field) && typeof leaf.value === 'string' ? leaf.value : [],
  );
}

function isHtml({ format }: Field): boolean {
  return format === 'html';
}

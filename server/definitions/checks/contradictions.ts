import { ACTIONS, ADDED_TO_RECORDS, AUDIT_FIELDS, PAST_ACTIONS } from '../../../contract/audit.ts';
import { render } from '../../messages/message.ts';
import { suggestion } from '../../shared/text/words.ts';
import { type AccessRule, alternativesOf, limitsRecords } from '../access-rule.ts';
import type { Field, Fields } from '../field.ts';
import { type AnyHooks, problemOfHooks } from '../hooks.ts';
import { Problem } from '../problem.ts';
import type { CollectionSource } from '../types/collection-source.ts';
import { name as NAME } from './option-checks.ts';

/** The source of a definition, with any fields. */
export interface AnySource extends CollectionSource<Fields> {
  readonly hooks?: object;
}

/** Names that records and filters use themselves. */
export const RESERVED_NAMES: ReadonlySet<string> = new Set([
  'id',
  ...AUDIT_FIELDS,
  ...ADDED_TO_RECORDS,
  'and',
  'or',
]);

/** Why fields contradict themselves or other fields. */
export function contradictionsOfFields({ fields }: AnySource): string[] {
  const texts = textsOf(fields);
  return Object.entries(fields).flatMap(([name, field]) => {
    const { initial, made } = field;
    const from = made?.from;
    const isMadeFromNoText = from !== undefined && !texts.includes(from);
    const kept = field.renamedFrom.find((old) => Object.hasOwn(fields, old));
    const problems = [
      [!NAME.accepts(name), `the name must be ${NAME.allowed}`],
      [RESERVED_NAMES.has(name), "this name is the server's own"],
      [name in Object.prototype, 'every JavaScript object has such a property'],
      [
        initial instanceof Problem,
        `bad default, it ${initial instanceof Problem && render(initial.text, 'en')}`,
      ],
      [kept !== undefined, `it cannot be renamed from '${kept}', which is a field`],
      [
        field.tree && limitsRecords(field.read),
        'it places other records too, so its read rule holds for all records',
      ],
      [
        field.secret && field.collation !== undefined,
        "it is secret, so nobody sorts by it, and 'collation' says nothing",
      ],
      [isMadeFromNoText, `it is made from ${isMadeFromNoText && noText(name, from, texts)}`],
    ] as const;
    return problemsWhere(problems).map((problem) => `field '${name}': ${problem}`);
  });
}

function noText(name: string, from: string, texts: readonly string[]): string {
  return `'${from}', which is no text field${from === name ? '' : suggestion(from, texts)}`;
}

/** Why access rules or hooks contradict the collection or each other. */
export function contradictionsOfAccess({ path, access, audit, hooks, fields }: AnySource): string[] {
  const ofFields = Object.values(fields).flatMap(({ read, write }) => [read ?? [], write ?? []].flat());
  const declared = [...Object.values(access ?? {}), ...ofFields] as readonly AccessRule[];
  const rules = declared.flatMap(alternativesOf);
  const hasOwnRecords = (rule: AccessRule) => 'records' in rule && rule.records === 'own';
  const hookProblem = hooks && problemOfHooks(hooks as AnyHooks, audit);
  return problemsWhere([
    [path !== undefined && !access, 'it is served, so it must declare who may use it (access)'],
    ...ACTIONS.map(
      (action) => [access && !access[action]?.level, `access must say who may ${action}`] as const,
    ),
    [declared.some((rule) => rule.level === 'any' && rule.rules.length === 0), 'anyOf must name a rule'],
    [
      rules.some((rule) => rule.level === 'public' && hasOwnRecords(rule)),
      'nobody owns what a stranger makes, so own records are for users who signed in: ownRecords(login)',
    ],
    [
      rules.some((rule) => 'records' in rule && 'publicWhenOff' in rule),
      'own records cannot be switched to public: nobody would own what a stranger sees',
    ],
    ...PAST_ACTIONS.map(
      (action) =>
        [
          audit !== 'full' && access?.[action] !== undefined,
          `access names '${action}', and only a fully audited collection keeps its past`,
        ] as const,
    ),
    [audit === 'none' && rules.some(hasOwnRecords), 'own records need an audit form that keeps the creator'],
    [hookProblem !== undefined, `${hookProblem}`],
  ]);
}

function problemsWhere(cases: readonly (readonly [isSo: boolean | undefined, problem: string])[]): string[] {
  return cases.flatMap(([isSo, problem]) => (isSo ? problem : []));
}

/** The names of the text fields that are not derived from others. */
function textsOf(fields: Fields): string[] {
  const isText = ({ column, made }: Field) => !made && (column.type === 'string' || column.type === 'text');
  return Object.entries(fields).flatMap(([name, field]) => (isText(field) ? name : []));
}

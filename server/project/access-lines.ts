import {
  type AccessRule,
  alternativesOf,
  type RecordRule,
  type RouteRule,
  type ServedDefinition,
} from '../definitions/for-server.ts';
import type { AccessEntry } from '../definitions/project/define-access.ts';
import { render, type Text } from '../messages/message.ts';
import { usesOf } from '../records/rights.ts';
import { toJson } from '../shared/exact-json.ts';
import type { Project } from './project.ts';

/**
 * Who may do what, by the definitions of a project: one line for each alternative of each rule, and for each permission that
 * a group of the project holds. A change of access is a line that comes or goes.
 */
export function accessLines(served: readonly ServedDefinition[], { routes, access }: Project): string[] {
  const lines = [
    ...served.flatMap(linesOfCollection),
    ...routes.flatMap(({ defined: { method, path, access: rule } }) =>
      linesOf(`${method} ${path}`, toAccessRule(rule)),
    ),
    ...access.flatMap(({ defined }) => linesOfEntry(defined)),
  ];
  return lines.toSorted();
}

function linesOfCollection(definition: ServedDefinition): string[] {
  const { name, access, readRules, writeRules } = definition;
  return [
    ...usesOf(definition).flatMap((use) => linesOf(`${name} ${use}`, access[use])),
    ...[...readRules].flatMap(([field, rule]) => linesOf(`${name}.${field} read`, rule)),
    ...[...writeRules].flatMap(([field, rule]) => linesOf(`${name}.${field} write`, rule)),
  ];
}

function linesOf(what: string, rule: AccessRule): string[] {
  return alternativesOf(rule).map((one) => `${what}: ${who(one)}${recordsOf(one)}`);
}

function linesOfEntry(entry: AccessEntry): string[] {
  if ('permissions' in entry) return entry.permissions.map((key) => `group ${entry.name}: holds ${key}`);
  return entry.groups.map((group) => `service user ${entry.username}: in ${group}`);
}

function who(rule: AccessRule): string {
  switch (rule.level) {
    case 'public':
      return 'everybody';
    case 'login':
      return `signed-in users${rule.publicWhenOff ? `, everybody if ${rule.publicWhenOff}=false` : ''}`;
    case 'permission':
      return `holders of ${rule.permission.key} (${render(rule.permission.name, 'en')})`;
    default:
      return 'super administrators';
  }
}

function recordsOf(rule: AccessRule): string {
  const records = 'records' in rule ? rule.records : undefined;
  return records === undefined ? '' : `, ${wordsForRecords(records)}`;
}

/** A function is shown by its source, so that reviewers of a change see it. */
function wordsForRecords(records: RecordRule): string {
  if (records === 'own') return 'records that they created';
  if (typeof records === 'function') return `records by ${String(records).replace(/\s+/g, ' ')}`;
  return `records where ${toJson(records)}`;
}

/** A route's rule with whole permissions. A key without a dot is the routes' own. */
export function toAccessRule(rule: RouteRule): AccessRule {
  if (rule.level === 'any') return { level: 'any', rules: rule.rules.map(toAccessRule) };
  if (rule.level !== 'permission') return rule;
  const { name, key = '' } = rule;
  const whole = key.includes('.') ? key : `routes.${key}`;
  return { level: 'permission', permission: { key: whole, name, module: '' satisfies Text } };
}

import { Type } from '../../../contract/json-schema.ts';
import { type Actor, type Explanation, explain, type RuleAlternative } from '../../access/index.ts';
import {
  alternativesOf,
  type Permission,
  type WhichRecords,
  wordsFor,
} from '../../definitions/for-server.ts';
import type { Language } from '../../messages/languages.ts';
import { render } from '../../messages/message.ts';
import { toJson } from '../../shared/exact-json.ts';
import { fromOwnJson, type Json } from '../../shared/json.ts';
import { message } from './messages/message.ts';
import type { Person } from './people.ts';
import type { Guard } from './subject.ts';

const EXTENTS = ['all', 'some', 'none'] as const;
export type Extent = (typeof EXTENTS)[number];

export const extent = Type.String({ enum: EXTENTS });
/** The same, as a property `records`. */
export const extentOfRecords = Type.String({ enum: EXTENTS, olderName: 'rows' });
export const groups = Type.Array(
  Type.Object({
    id: Type.Id(),
    name: Type.String(),
    until: Type.Optional(Type.Nullable(Type.Integer({ about: message('givenUntil') }))),
  }),
);
export const permissions = Type.Array(
  Type.Object({ key: Type.String(), name: Type.String(), module: Type.String() }),
);

export const decision = Type.Object({
  of: Type.String({
    enum: ['collection', 'reading', 'field', 'route'],
    olderValues: { collection: 'record' },
  }),
  rule: Type.String({ about: message('accessRule') }),
  allowed: Type.Boolean(),
  records: extentOfRecords,
  steps: Type.Array(
    Type.Object({
      rule: Type.String(),
      met: Type.Boolean(),
      records: extentOfRecords,
      condition: Type.Optional({ about: message('accessCondition') }),
      permission: Type.Optional(Type.String()),
      groups: Type.Optional(groups),
      opened_by: Type.Optional(Type.String()),
    }),
  ),
});

/** A rule of the subject, explained for a person. */
export interface Explained extends Explanation, Guard {}

/** What each rule of a subject decides for an actor. All of them must allow. */
export function explainAll(
  guards: readonly Guard[],
  actor: Actor,
  switchedOff: ReadonlySet<string>,
): Explained[] {
  return guards.map((guard) => ({ ...guard, ...explain(actor, guard.rule, switchedOff) }));
}

/** The records that all rules leave. */
export function extentOf(explained: readonly Explanation[]): Extent {
  const extents = explained.map(({ records }) => toExtent(records));
  return EXTENTS.findLast((one) => extents.includes(one)) ?? 'all';
}

export function toExtent(records: WhichRecords): Extent {
  return typeof records === 'string' ? records : 'some';
}

/** The permissions that the person lacks. Any one of a rule's would meet it. */
export function missingOf(explained: readonly Explained[], actor: Actor): Permission[] {
  if (actor.isSuper) return [];
  const missing = explained
    .filter(({ records }) => records !== 'all')
    .flatMap(({ rule }) => alternativesOf(rule))
    .flatMap((rule) => (rule.level === 'permission' ? rule.permission : []))
    .filter(({ key }) => !actor.permissions.has(key));
  return [...new Map(missing.map((one) => [one.key, one])).values()];
}

/** A decision in the form of an answer, in one language. */
export function toDecision(explained: Explained, person: Person, reader: Language) {
  const { of, rule, isAllowed, records, steps } = explained;
  return {
    of,
    rule: render(wordsFor(rule), reader),
    allowed: isAllowed,
    records: toExtent(records),
    steps: steps.map((step) => toStep(step, person, reader)),
  };
}

function toStep({ rule, isMet, records, openedBy }: RuleAlternative, { holders }: Person, reader: Language) {
  const permission = rule.level === 'permission' ? rule.permission.key : undefined;
  return {
    rule: render(wordsFor(rule), reader),
    met: isMet,
    records: toExtent(records),
    ...(typeof records === 'object' && { condition: asJson(records) }),
    ...(permission !== undefined && { permission, groups: holders.get(permission) ?? [] }),
    ...(openedBy !== undefined && { opened_by: openedBy }),
  };
}

/** Permissions with their labels in the reader's language. */
export function toPermissions(all: readonly Permission[], reader: Language) {
  return all.map(({ key, name, module }) => ({
    key,
    name: render(name, reader),
    module: render(module, reader),
  }));
}

/** A value of records or conditions as JSON that holds no bigint, every number exact. */
export function asJson(value: object): Json {
  return fromOwnJson(toJson(value));
}

import { message, type Text } from '../messages/message.ts';
import type { PermissionKey } from './types/permission-keys.ts';
import type { ComparedIn, Where } from './types/where.ts';

/**
 * Who may do something: anybody, signed-in users, members of a group that holds a permission, or super administrators; and with
 * which records, if not with all. A permission has a key that never changes and two labels for people.
 */
export type AccessRule =
  | { readonly level: 'public'; readonly records?: RecordRule }
  | { readonly level: 'login'; readonly publicWhenOff?: string; readonly records?: RecordRule }
  | { readonly level: 'permission'; readonly permission: Permission; readonly records?: RecordRule }
  | { readonly level: 'super' }
  /** Users who meet at least one of the rules, with the records of all the rules that they meet. */
  | { readonly level: 'any'; readonly rules: readonly AccessRule[] };

export interface Permission {
  readonly key: string;
  readonly name: Text;
  readonly module: Text;
}

/** The records that a rule allows: the caller's own, those that meet a condition, or what a function of the caller returns. */
export type RecordRule = RecordAnswer | ((actor: Actor | undefined) => RecordAnswer | 'all' | 'none');
type RecordAnswer = 'own' | Where;

/** The caller, as rule functions see them. */
export interface Actor {
  readonly id: bigint;
  readonly username: string;
  readonly groupIds: readonly bigint[];
  /** Keys of the permissions that the actor's groups hold. */
  readonly permissions: ReadonlySet<PermissionKey>;
}

type SimpleRule = typeof everyone | typeof login | typeof superAdministrator | PermissionByName;

type RuleForAllRecords = SimpleRule & { readonly records?: never };

/** The rules that a field may have, and `anyOf` some of them. One with a condition holds in the records that meet it. */
export type FieldRule =
  | RuleForAllRecords
  | LimitedRule
  | { readonly level: 'any'; readonly rules: readonly FieldRule[] };

/** The rules that an action may have. The keys and modules of permissions follow from the collection. */
export type CollectionRule =
  | RuleForAllRecords
  | ReturnType<typeof loginUnlessOff>
  | LimitedRule
  | { readonly level: 'any'; readonly rules: readonly CollectionRule[] };

type Members = (typeof login & { readonly publicWhenOff?: never }) | PermissionByName;

type LimitedRule<Compared = unknown> = (typeof everyone | Members) & {
  readonly records: RecordRule;
  /** Only for the compiler: the fields that the condition compares, and their values. */
  readonly compared?: Compared;
};

interface PermissionByName<Key extends string = string> {
  readonly level: 'permission';
  readonly name: Text;
  readonly key?: Key;
}

/** Everyone, with or without a token. */
export const everyone = { level: 'public' } as const;

/** Signed-in users. */
export const login = { level: 'login' } as const;

/** Super administrators: the members of the group of level 1. */
export const superAdministrator = { level: 'super' } as const;

/**
 * Members of a group that was granted the permission of this name. Its module is the collection's label, its key
 * `<collection>.<action>`. A permission for several actions names its own key: `permission('Edit tags', 'edit')`.
 */
export function permission<const Key extends string>(name: Text, key?: Key): PermissionByName<Key> {
  return { level: 'permission', name, ...(key !== undefined && { key }) };
}

/** Signed-in users; everyone if the named setting is `false`. */
export function loginUnlessOff(setting: `${string}_LOGIN_REQUIRED`) {
  return { level: 'login', publicWhenOff: setting } as const;
}

/** Limits `rule` to the records that the caller created. Super administrators keep all records. */
export function ownRecords<R extends Members>(rule: R): R & { readonly records: 'own' } {
  return { ...rule, records: 'own' };
}

/**
 * Restricts `rule` to records that meet a condition: `recordsWhere(everyone, { status: 'published' })`. It may be a
 * function of the caller, who is undefined without a token: `recordsWhere(login, (actor) => ({ editor: actor.id }))`. It may
 * also return 'all', 'own' or 'none'. Super administrators keep all records.
 */
export function recordsWhere<const W extends Where | 'all' | 'own' | 'none'>(
  rule: Members,
  where: (W & Where) | ((actor: Actor) => W),
): LimitedRule<ComparedIn<W>>;
export function recordsWhere<const W extends Where | 'all' | 'own' | 'none'>(
  rule: typeof everyone,
  where: (W & Where) | ((actor: Actor | undefined) => W),
): LimitedRule<ComparedIn<W>>;
export function recordsWhere(
  rule: typeof everyone | Members,
  where: Where | ((actor: never) => Where | 'all' | 'own' | 'none'),
): LimitedRule {
  return { ...rule, records: where as RecordRule };
}

/** Users who meet at least one of these rules, with the records of all that they meet: `anyOf(ownRecords(login), permission('See all'))`. */
export function anyOf<const Rules extends readonly CollectionRule[]>(...rules: Rules) {
  return { level: 'any', rules } as const;
}

/** The rules that a rule consists of. */
export function alternativesOf(rule: AccessRule): readonly AccessRule[] {
  return rule.level === 'any' ? rule.rules.flatMap(alternativesOf) : [rule];
}

/** Whether a rule treats all callers alike, so that callers need not be identified. */
export function isForAll(rule: AccessRule): boolean {
  return rule.level === 'public' && rule.records === undefined;
}

/** Whether a rule, or a part of it, is for some records alone. */
export function limitsRecords(rule: AccessRule | FieldRule | undefined): boolean {
  if (rule === undefined) return false;
  return rule.level === 'any' ? rule.rules.some(limitsRecords) : 'records' in rule;
}

/** Whether a rule admits callers who have not signed in. */
export function admitsAnonymous(rule: AccessRule): boolean {
  return alternativesOf(rule).some(({ level }) => level === 'public');
}

/** Describes what a rule requires, for readers of the API's description. */
export function wordsFor(rule: AccessRule): Text {
  switch (rule.level) {
    case 'public':
      return message('everybody');
    case 'login':
      return message('signedInUsers');
    case 'permission':
      return message('holdersOf', { permission: rule.permission.name });
    case 'super':
      return message('superAdministrators');
    case 'any':
      return message('anyOfThem', { rules: rule.rules.map(wordsFor) });
  }
}

/** The permissions that a rule names. */
export function permissionsIn(rule: AccessRule): Permission[] {
  return alternativesOf(rule).flatMap((one) => (one.level === 'permission' ? one.permission : []));
}

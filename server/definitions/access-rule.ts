import type { NamesIn, Where } from './where.ts';

/**
 * Who may do something: anybody, whoever signed in, members of a group that holds a permission, or super administrators;
 * and with which rows, where it is not all of them. A permission has a key that never changes and two labels that people
 * read.
 */
export type AccessRule =
  | { readonly level: 'public'; readonly rows?: RowRule }
  | { readonly level: 'login'; readonly publicWhenOff?: string; readonly rows?: RowRule }
  | { readonly level: 'permission'; readonly permission: Permission; readonly rows?: RowRule }
  | { readonly level: 'super' }
  /** Whoever meets one of several, and the rows of all that he meets. */
  | { readonly level: 'any'; readonly rules: readonly AccessRule[] };

export interface Permission {
  readonly key: string;
  readonly name: string;
  readonly module: string;
}

/** Which rows a rule leaves: those that the caller made, those that meet a condition, or what a function of the caller says. */
export type RowRule = RowAnswer | ((asker: Asker | undefined) => RowAnswer | 'all' | 'none');
type RowAnswer = 'own' | Where;

/** Who asks, as rules see it. */
export interface Asker {
  readonly id: bigint;
  readonly username: string;
  readonly groupIds: readonly bigint[];
  /** Keys of the permissions that the asker's groups hold. */
  readonly permissions: ReadonlySet<string>;
}

type SimpleRule = typeof everyone | typeof login | typeof superAdministrator | PermissionByName;

/** What a field's rule may be; it holds for all rows. */
export type FieldRule = SimpleRule & { readonly rows?: never };

/** What a record definition may say of an action: permissions' keys and modules follow from the record. */
export type RecordRule<Name extends string = string> =
  | FieldRule
  | ReturnType<typeof loginUnlessOff>
  | LimitedRule<Name>
  | { readonly level: 'any'; readonly rules: readonly RecordRule<Name>[] };

type Members = (typeof login & { readonly publicWhenOff?: never }) | PermissionByName;

type LimitedRule<Name extends string> = (typeof everyone | Members) & {
  readonly rows: RowRule;
  /** For the compiler alone: the fields that the condition names. */
  readonly names?: Name;
};

interface PermissionByName {
  readonly level: 'permission';
  readonly name: string;
  readonly key?: string;
}

/** Anybody, also without a token. */
export const everyone = { level: 'public' } as const;

/** Whoever has signed in. */
export const login = { level: 'login' } as const;

/** Super administrators: the members of the group of level 1. */
export const superAdministrator = { level: 'super' } as const;

/**
 * Members of a group that was granted the permission of this name. Its module is the record's label, its key
 * `<record>.<action>`; one that guards several actions says what stands for the action: `permission('Edit tags', 'edit')`.
 */
export function permission(name: string, key?: string): PermissionByName {
  return { level: 'permission', name, ...(key !== undefined && { key }) };
}

/** Whoever has signed in; everyone where the named setting is `false`. */
export function loginUnlessOff(setting: `${string}_LOGIN_REQUIRED`) {
  return { level: 'login', publicWhenOff: setting } as const;
}

/** As `rule` says, but only for the rows that the caller made. Super administrators keep all rows. */
export function ownRows<R extends Members>(rule: R): R & { readonly rows: 'own'; readonly names?: never } {
  return { ...rule, rows: 'own' };
}

/**
 * As `rule` says, but only for the rows that meet a condition: `rowsWhere(everyone, { status: 'published' })`. It may be a
 * function of the caller, undefined where that is nobody: `rowsWhere(login, (asker) => ({ editor: asker.id }))`; it may
 * also answer 'all', 'own' or 'none'. Super administrators keep all rows.
 */
export function rowsWhere<const W extends Where | 'all' | 'own' | 'none'>(
  rule: Members,
  where: Exclude<W, string> | ((asker: Asker) => W),
): LimitedRule<NamesIn<W> & string>;
export function rowsWhere<const W extends Where | 'all' | 'own' | 'none'>(
  rule: typeof everyone,
  where: Exclude<W, string> | ((asker: Asker | undefined) => W),
): LimitedRule<NamesIn<W> & string>;
export function rowsWhere(
  rule: typeof everyone | Members,
  where: Where | ((asker: never) => Where | 'all' | 'own' | 'none'),
): LimitedRule<string> {
  return { ...rule, rows: where as RowRule };
}

/** Whoever meets one of these rules, and the rows of all that he meets: `anyOf(ownRows(login), permission('See all'))`. */
export function anyOf<Name extends string>(...rules: readonly RecordRule<Name>[]) {
  return { level: 'any', rules } as const;
}

/** The rules that a rule is made of. */
export function alternativesOf(rule: AccessRule): readonly AccessRule[] {
  return rule.level === 'any' ? rule.rules.flatMap(alternativesOf) : [rule];
}

/** Whether a rule says the same of everybody, so that nobody has to say who he is. */
export function isForAll(rule: AccessRule): boolean {
  return rule.level === 'public' && rule.rows === undefined;
}

/** Whether nobody in particular may come in by a rule. */
export function admitsNobody(rule: AccessRule): boolean {
  return alternativesOf(rule).some(({ level }) => level === 'public');
}

/** What a rule asks of the caller, for people. */
export function wordsFor(rule: AccessRule): string {
  switch (rule.level) {
    case 'public':
      return '所有人';
    case 'login':
      return '登录用户';
    case 'permission':
      return `持有“${rule.permission.name}”的用户`;
    case 'super':
      return '超级管理员';
    case 'any':
      return rule.rules.map(wordsFor).join('，或');
  }
}

/** The permissions that a rule names. */
export function permissionsIn(rule: AccessRule): Permission[] {
  return alternativesOf(rule).flatMap((one) => (one.level === 'permission' ? one.permission : []));
}

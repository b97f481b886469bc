/**
 * Who may do something: anybody, whoever signed in, members of a group that holds a permission, or super administrators.
 * A permission has a key that never changes and two labels that people read.
 */
export type AccessRule =
  | { readonly level: 'public' }
  | { readonly level: 'login'; readonly publicWhenOff?: string; readonly rows?: 'own' }
  | { readonly level: 'permission'; readonly permission: Permission; readonly rows?: 'own' }
  | { readonly level: 'super' };

export interface Permission {
  readonly key: string;
  readonly name: string;
  readonly module: string;
}

/** What a record definition may say: its permissions' keys and modules follow from the record. */
export type RecordRule = Exclude<AccessRule, { level: 'permission' }> | PermissionByName;

interface PermissionByName {
  readonly level: 'permission';
  readonly name: string;
  readonly key?: string;
  readonly rows?: 'own';
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
export function ownRows<R extends typeof login | PermissionByName>(rule: R): R & { readonly rows: 'own' } {
  return { ...rule, rows: 'own' };
}

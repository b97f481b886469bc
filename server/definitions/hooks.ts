import { type AuditForm, REVISION_ACTIONS, type RevisionAction } from '../../contract/audit.ts';
import { suggestion } from '../shared/nearest-word.ts';
import type { Fields } from './field.ts';
import type { InputOf, StoredRow, ValueOf } from './input-of.ts';
import type { Where } from './where.ts';

/** A row of any record, by the names of its fields. */
type AnyRow = { readonly id: bigint } & Readonly<Record<string, unknown>>;
type Values = Readonly<Record<string, unknown>>;

/**
 * Rows of any record by its name, regardless of who may see them. What a hook writes is checked, stamped and kept in the history like
 * any other write, in the name of the actor who caused it, and runs the hooks of what it writes. What fails here undoes all of it, whatever
 * the hook makes of that.
 */
export interface HookRecords {
  find(record: string, id: bigint): Promise<AnyRow | undefined>;
  /**
   * The rows that meet a condition, `{ status: 'live', price: { lt: '10.00' } }`, in the order of their ids; `{}` means all.
   * Throws if there are more than 1000: use `each`, `count` or `sum`.
   */
  where(record: string, where: Where): Promise<AnyRow[]>;
  /** The same rows one by one, however many, for `for await`. */
  each(record: string, where?: Where): AsyncIterable<AnyRow>;
  count(record: string, where?: Where): Promise<number>;
  /** The exact sum of a number field: of whole numbers a bigint, of decimals a text such as `'12.50'`. */
  sum(record: string, field: string, where?: Where): Promise<bigint | string>;
  /** Answers the new row's id. */
  create(record: string, values: Values): Promise<bigint>;
  update(record: string, id: bigint, changes: Values): Promise<void>;
  remove(record: string, id: bigint): Promise<void>;
}

/** What every hook receives. */
export interface HookEvent {
  /** Who writes; id 0 is the server itself, or nobody. */
  readonly actor: { readonly id: bigint; readonly username: string };
  readonly requestId: string;
  /** When, in milliseconds since 1970. */
  readonly time: number;
  readonly records: HookRecords;
}

/** Values for some fields. */
type Some<F extends Fields> = { readonly [N in keyof F]?: ValueOf<F[N]> };

/** Further fields to set, or nothing. */
type Besides<F extends Fields> = Some<F> | undefined | Promise<Some<F> | undefined>;

/**
 * What runs before and after a write of one row, in its transaction; what one throws undoes all of it. They may run more than
 * once, for a transaction that meets another is done again: what cannot be undone belongs into `afterCommit`.
 */
export interface Hooks<F extends Fields, A extends AuditForm> {
  /** Receives the checked values, with all defaults; fields that are made from others may still be open. */
  beforeCreate?(event: HookEvent & { readonly values: InputOf<F> }): Besides<F>;
  afterCreate?(event: HookEvent & { readonly row: StoredRow<F, A> }): unknown;
  /** Receives the row as it is, and the checked fields that are to have other values. */
  beforeUpdate?(event: HookEvent & { readonly row: StoredRow<F, A>; readonly changes: Some<F> }): Besides<F>;
  afterUpdate?(
    event: HookEvent & { readonly row: StoredRow<F, A>; readonly before: StoredRow<F, A> },
  ): unknown;
  beforeDelete?(event: HookEvent & { readonly row: StoredRow<F, A> }): unknown;
  afterDelete?(event: HookEvent & { readonly row: StoredRow<F, A> }): unknown;
  /** Of a row that comes back from the trash. */
  beforeRestore?(event: HookEvent & { readonly row: StoredRow<F, A> }): unknown;
  afterRestore?(event: HookEvent & { readonly row: StoredRow<F, A> }): unknown;
  /** Of a row that is destroyed in the trash. */
  beforePurge?(event: HookEvent & { readonly row: StoredRow<F, A> }): unknown;
  afterPurge?(event: HookEvent & { readonly row: StoredRow<F, A> }): unknown;
  /**
   * Called for each row that was written, when that can no longer be undone, also if the process dies in between. It is called
   * again after an error or a crash; `delivery` stays the same then, so that a receiver can tell. Each of its writes is a
   * transaction of its own.
   */
  afterCommit?(
    event: HookEvent & {
      readonly action: RevisionAction;
      readonly row: StoredRow<F, A>;
      /** As it was; undefined of a new row. */
      readonly before: StoredRow<F, A> | undefined;
      /** A UUID, the same at each call for this write. */
      readonly delivery: string;
    },
  ): unknown;
}

export type HookName = keyof Hooks<Fields, AuditForm>;

/** Hooks of any record. */
export type AnyHooks = { readonly [N in HookName]?: (event: never) => unknown };

/** The hooks around an action: `beforeCreate`, `afterCreate`. */
export function hookName<W extends 'before' | 'after'>(when: W, action: RevisionAction): HookName {
  return `${when}${action.charAt(0).toUpperCase()}${action.slice(1)}` as HookName;
}

const NAMES: ReadonlySet<string> = new Set([
  ...REVISION_ACTIONS.flatMap((action) => [hookName('before', action), hookName('after', action)]),
  'afterCommit',
]);

/** Why these cannot be a record's hooks; undefined where they can. */
export function problemOfHooks(hooks: AnyHooks, audit: AuditForm): string | undefined {
  for (const [name, hook] of Object.entries(hooks)) {
    if (!NAMES.has(name))
      return `there is no hook '${name}'${suggestion(name, [...NAMES])} (allowed: ${[...NAMES].join(', ')})`;
    if (typeof hook !== 'function') return `hook '${name}' is no function`;
    if (audit !== 'full' && /Restore|Purge/.test(name))
      return `hook '${name}': only a fully audited record has a trash`;
  }
  return undefined;
}

import { type AuditForm, REVISION_ACTIONS, type RevisionAction } from '../../contract/audit.ts';
import { suggestion } from '../shared/text/words.ts';
import type { Fields } from './field.ts';
import type { Records } from './types/collections-api.ts';
import type { CheckedValues, StoredRecord, ValueOf, WrittenTo } from './types/input-of.ts';

/** What every hook receives. */
export interface HookEvent {
  /** Who writes; id 0 is the server itself, or nobody. */
  readonly actor: { readonly id: bigint; readonly username: string };
  readonly requestId: string;
  /** When, in milliseconds since 1970. */
  readonly time: number;
  readonly records: Records;
}

/** What hooks receive that are about a record. */
export interface EventOf<F extends Fields, A extends AuditForm> extends HookEvent {
  readonly record: StoredRecord<F, A>;
  /** @deprecated Its name before 0.3; use `record`. */
  readonly row: StoredRecord<F, A>;
}

/** Values for some fields. */
type Some<F extends Fields> = { readonly [N in keyof F]?: ValueOf<F[N]> };

/** More fields to set, or nothing. */
type Besides<F extends Fields> = Written<F> | undefined | Promise<Written<F> | undefined>;
type Written<F extends Fields> = { readonly [N in keyof F]?: WrittenTo<F[N]> };

/**
 * Functions that run before and after a write of one record, in its transaction; an error rolls it back. They may run more than
 * once, because conflicting transactions are repeated. Effects that cannot be rolled back belong in `afterCommit`.
 */
export interface Hooks<F extends Fields, A extends AuditForm> {
  /** Receives the checked values of all fields, defaults included. A field that is made from another may still be null. */
  beforeCreate?(event: HookEvent & { readonly values: CheckedValues<F> }): Besides<F>;
  afterCreate?(event: EventOf<F, A>): unknown;
  /** Receives the record before the change, and the checked fields that change. */
  beforeUpdate?(event: EventOf<F, A> & { readonly changes: Some<F> }): Besides<F>;
  afterUpdate?(event: EventOf<F, A> & { readonly before: StoredRecord<F, A> }): unknown;
  beforeDelete?(event: EventOf<F, A>): unknown;
  afterDelete?(event: EventOf<F, A>): unknown;
  /** For a record that is restored from the trash. */
  beforeRestore?(event: EventOf<F, A>): unknown;
  afterRestore?(event: EventOf<F, A>): unknown;
  /** For a record that is purged from the trash. */
  beforePurge?(event: EventOf<F, A>): unknown;
  afterPurge?(event: EventOf<F, A>): unknown;
  /**
   * Called for each written record after the commit, even if the process dies in between. It is called
   * again after an error or a crash with the same `delivery`, so that a receiver can recognise repetitions. Each of its writes is a
   * transaction of its own.
   */
  afterCommit?(
    event: EventOf<F, A> & {
      readonly action: RevisionAction;
      /** The record before the write; undefined for a new record. */
      readonly before: StoredRecord<F, A> | undefined;
      /** A UUID, the same at each call for this write. */
      readonly delivery: string;
    },
  ): unknown;
}

export type HookName = keyof Hooks<Fields, AuditForm>;

/** Hooks of any collection. */
export type AnyHooks = { readonly [N in HookName]?: Hook };

/** A definition or a plug-in types the event of its own hooks. */
export type Hook = (event: never) => unknown;

/** A hook, and the plug-in that has it; undefined for the collection's own. */
export interface OwnedHook {
  readonly plugin: string | undefined;
  readonly run: Hook;
}

/** The hooks of a collection at each moment, in the order in which they run. Moments without a hook are left out. */
export type HookChains = { readonly [N in HookName]?: readonly OwnedHook[] };

/** A collection's hooks, and behind them these of a plug-in; undefined if there are none. */
export function chained(
  before: HookChains | undefined,
  hooks: AnyHooks | undefined,
  plugin?: string,
): HookChains | undefined {
  const chains: { [N in HookName]?: readonly OwnedHook[] } = { ...before };
  for (const [name, run] of Object.entries(hooks ?? {}) as [HookName, Hook][])
    chains[name] = [...(chains[name] ?? []), { plugin, run }];
  return Object.keys(chains).length > 0 ? chains : undefined;
}

/** What messages and the log call a hook: `article.beforeCreate`, or `slugs/article.beforeCreate` of a plug-in. */
export function nameOfHook(
  { name: collection }: { readonly name: string },
  name: HookName,
  { plugin }: OwnedHook,
): string {
  const ofCollection = `${collection}.${name}`;
  return plugin === undefined ? ofCollection : `${plugin}/${ofCollection}`;
}

/** The hooks around an action: `beforeCreate`, `afterCreate`. */
export function hookName<W extends 'before' | 'after'>(when: W, action: RevisionAction): HookName {
  return `${when}${action.charAt(0).toUpperCase()}${action.slice(1)}` as HookName;
}

/** The moments at which a collection's hooks run. */
export const HOOK_NAMES: ReadonlySet<string> = new Set([
  ...REVISION_ACTIONS.flatMap((action) => [hookName('before', action), hookName('after', action)]),
  'afterCommit',
]);

/** What is wrong with a collection's hooks; undefined if nothing is. */
export function problemOfHooks(hooks: AnyHooks, audit: AuditForm): string | undefined {
  for (const [name, hook] of Object.entries(hooks)) {
    if (!HOOK_NAMES.has(name))
      return `there is no hook '${name}'${suggestion(name, [...HOOK_NAMES])} (allowed: ${[...HOOK_NAMES].join(', ')})`;
    if (typeof hook !== 'function') return `hook '${name}' is no function`;
    if (audit !== 'full' && /Restore|Purge/.test(name))
      return `hook '${name}': only a fully audited collection has a trash`;
  }
  return undefined;
}

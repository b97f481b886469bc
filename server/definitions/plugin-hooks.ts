import type { RevisionAction } from '../../contract/audit.ts';
import { aFunction, names } from './checks/option-checks.ts';
import type { OptionTable } from './checks/options.ts';
import type { Definition } from './define-collection.ts';
import { type AnyHooks, chained, HOOK_NAMES, type Hook, type HookEvent, type OwnedHook } from './hooks.ts';
import { setSameFile } from './origin.ts';
import type { CollectionName } from './types/collections-api.ts';

type Values = Readonly<Record<string, unknown>>;

/** What each hook of a plug-in receives. */
export interface PluginHookEvent extends HookEvent {
  /** The name of the collection whose record is written. That of a draft is the collection's. */
  readonly collection: CollectionName;
}

interface OfRecord extends PluginHookEvent {
  readonly record: Values & { readonly id: bigint };
}

/** More fields to set, or nothing. */
type Besides = Values | undefined | Promise<Values | undefined>;

/**
 * Functions that run around each write of a record of every collection of the project, like the hooks of a collection, and after these.
 * Their writes are checked, stamped and kept in histories like any other.
 */
export interface PluginHooks {
  /** The names of the collections whose writes they are for; all of the project and its plug-ins if left out. */
  readonly only?: readonly string[];
  /** Receives the checked values, with those that hooks before it have added. What it answers is set as well. */
  beforeCreate?(event: PluginHookEvent & { readonly values: Values }): Besides;
  afterCreate?(event: OfRecord): unknown;
  /** Receives the fields that change, with those that hooks before it have added. What it answers is set as well. */
  beforeUpdate?(event: OfRecord & { readonly changes: Values }): Besides;
  afterUpdate?(event: OfRecord & { readonly before: OfRecord['record'] }): unknown;
  beforeDelete?(event: OfRecord): unknown;
  afterDelete?(event: OfRecord): unknown;
  /** For a record that is restored from the trash. */
  beforeRestore?(event: OfRecord): unknown;
  afterRestore?(event: OfRecord): unknown;
  /** For a record that is purged from the trash. */
  beforePurge?(event: OfRecord): unknown;
  afterPurge?(event: OfRecord): unknown;
  /**
   * Called for each written record after the commit, even if the process dies in between, and again after an error with the same
   * `delivery`. It cannot undo the write.
   */
  afterCommit?(
    event: OfRecord & {
      readonly action: RevisionAction;
      /** The record before the write; undefined for a new record. */
      readonly before: OfRecord['record'] | undefined;
      /** A UUID, the same at each call for this write. */
      readonly delivery: string;
    },
  ): unknown;
  /** Runs in the transaction that opens a session, in the name of the user. An error undoes the sign-in. */
  afterSignIn?(
    event: HookEvent & {
      /** How the user proved who they are, such as `password` and `totp`. */
      readonly methods: readonly string[];
      readonly address: string;
    },
  ): unknown;
  /**
   * Called once a refused request is in the log, with the status that `/api` answers (of a flood, for the first ones), and again with
   * the same `delivery` after an error. The answer does not wait for it.
   */
  afterRefusal?(
    event: HookEvent & {
      readonly status: number;
      readonly code: number;
      readonly method: string;
      readonly path: string;
      readonly delivery: string;
    },
  ): unknown;
}

export const PLUGIN_HOOKS: OptionTable<PluginHooks> = {
  owner: "a plug-in's 'hooks'",
  checks: {
    only: { ...names, allowed: "a list of names of collections, such as ['article']" },
    beforeCreate: aFunction,
    afterCreate: aFunction,
    beforeUpdate: aFunction,
    afterUpdate: aFunction,
    beforeDelete: aFunction,
    afterDelete: aFunction,
    beforeRestore: aFunction,
    afterRestore: aFunction,
    beforePurge: aFunction,
    afterPurge: aFunction,
    afterCommit: aFunction,
    afterSignIn: aFunction,
    afterRefusal: aFunction,
  },
};

/** A plug-in with its hooks. */
interface Hooking {
  readonly name: string;
  readonly hooks?: PluginHooks;
}

/** The definition with the hooks that plug-ins have for it, in the order of the plug-ins and behind its own. */
export function withPluginHooks(definition: Definition, plugins: readonly Hooking[]): Definition {
  const meant = plugins.filter(({ hooks }) => hooks && (hooks.only?.includes(definition.name) ?? true));
  if (meant.length === 0) return definition;
  const kind = definition.hasDrafts ? 'draftHooks' : 'hooks'; // published records change only by publishing
  const chains = meant.reduce(
    (before, { name, hooks = {} }) => chained(before, ofCollection(definition.name, hooks), name),
    definition[kind],
  );
  const hooked: Definition = { ...definition, ...(chains && { [kind]: chains }) };
  setSameFile(hooked, definition);
  return hooked;
}

function ofCollection(collection: string, hooks: PluginHooks): AnyHooks {
  const told = (hook: Hook) => (event: object) => hook({ ...event, collection } as never); // its type says what it gets
  const ofRecords = Object.entries(hooks).filter(([name]) => HOOK_NAMES.has(name)) as [string, Hook][];
  return Object.fromEntries(ofRecords.map(([name, hook]) => [name, told(hook)]));
}

/** The hooks that plug-ins have for a moment that is of no collection, in the order of the plug-ins. */
export function hooksFor(plugins: readonly Hooking[], moment: 'afterSignIn' | 'afterRefusal'): OwnedHook[] {
  return plugins.flatMap(({ name: plugin, hooks }) => {
    const run = hooks?.[moment];
    return run ? { plugin, run } : [];
  });
}

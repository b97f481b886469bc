import { name as aName, hyphenated, words } from '../checks/option-checks.ts';
import { isPlainObject, type OptionCheck, type OptionTable, problemsOfOptions } from '../checks/options.ts';
import { HOOK_NAMES } from '../hooks.ts';
import { hasFiveParts, problemOfPattern } from '../project/cron-pattern.ts';
import { type NeededMail, problemsOfMails } from './needed-mails.ts';
import { type NeededPart, problemsOfParts } from './needed-parts.ts';

/** What a plug-in may do with the records of a collection. */
export const ACTIONS = ['read', 'create', 'update', 'delete'] as const;
export type Action = (typeof ACTIONS)[number];

/** All fields, or those that are named. A deletion has no fields. */
export type NeededFields = true | readonly string[];
export type NeedsOfCollection = { readonly [A in Action]?: NeededFields };

/** A job that is due at times of a calendar. */
export interface NeededJob {
  /** What people read. */
  readonly label: string;
  /** Minute, hour, day of month, month, day of week, in UTC. */
  readonly cron: string;
}

/** What an isolated plug-in asks for. An administrator grants it or a part of it; everything else fails. */
export interface Needs {
  /** By the name of a collection, what it does with its records: `{ "article": { "read": ["title"], "update": ["minutes"] } }`. */
  readonly collections: Readonly<Record<string, NeedsOfCollection>>;
  /** By the name of a collection, the hooks that run around its writes. */
  readonly hooks: Readonly<Record<string, readonly string[]>>;
  /** By their names, which are snake_case. */
  readonly jobs: Readonly<Record<string, NeededJob>>;
  /** The hosts that it reaches by HTTPS. */
  readonly hosts: readonly string[];
  /** Names of texts that an administrator gives it with the grant, such as the key of a service. */
  readonly settings: readonly string[];
  /** By their names, which are snake_case. */
  readonly mails: Readonly<Record<string, NeededMail>>;
  /** By their names, which are snake_case, the parts of the console that are drawn from a description. */
  readonly console: Readonly<Record<string, NeededPart>>;
}

export const NO_NEEDS: Needs = {
  collections: {},
  hooks: {},
  jobs: {},
  hosts: [],
  settings: [],
  mails: {},
  console: {},
};

/** The hooks that an isolated plug-in may have: those that run within a write, and the one behind it. */
export const ISOLATED_HOOKS = [...HOOK_NAMES].filter((hook) => !/Restore|Purge/.test(hook));

const HOST = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/;

const collections: OptionCheck = {
  allowed: `an object such as { "article": { "read": ["title"], "update": true } }, of ${ACTIONS.join(', ')}`,
  accepts: (value) => isPlainObject(value) && entriesAre(value, isNeedsOfCollection),
};
const hooks: OptionCheck = {
  allowed: `an object such as { "article": ["beforeCreate"] }, of ${ISOLATED_HOOKS.join(', ')}`,
  accepts: (value) => isPlainObject(value) && entriesAre(value, isListOfHooks),
};
const jobs: OptionCheck = {
  allowed: 'an object such as { "refresh": { "label": "Refreshes prices", "cron": "0 3 * * *" } }',
  accepts: (value) => isPlainObject(value) && entriesAre(value, isJob),
};
const hosts: OptionCheck = {
  allowed: 'a list of names of hosts in lower case, without ports, such as ["api.example.com"]',
  accepts: (value) =>
    Array.isArray(value) &&
    value.every((one) => typeof one === 'string' && HOST.test(one)) &&
    isDistinct(value),
};

const settings: OptionCheck = {
  allowed: 'a list of snake_case names, such as ["api_token"]',
  accepts: (value) => Array.isArray(value) && value.every(aName.accepts) && isDistinct(value),
};

const byName: OptionCheck = {
  allowed: 'an object by snake_case names',
  accepts: (value) => isPlainObject(value) && entriesAre(value, () => true),
};

export const NEEDS: OptionTable<Needs> = {
  owner: 'the needs of a plug-in',
  checks: { collections, hooks, jobs, hosts, settings, mails: byName, console: byName },
  contradiction: (given) => {
    const needs = { ...NO_NEEDS, ...given };
    const problems = [...problemsOfMails(needs.mails), ...problemsOfParts(needs.console)];
    if (problems.length > 0) return problems.join('\n');
    return hookWithoutReading(needs) ?? mailWithoutReading(needs) ?? partWithoutReading(needs);
  },
};

/** A hook gets the fields that the plug-in reads, so it has to read the collection. */
function hookWithoutReading({ hooks: asked, collections: known }: Needs): string | undefined {
  const blind = Object.keys(asked).find((name) => known[name]?.read === undefined);
  return blind === undefined
    ? undefined
    : `it has hooks for '${blind}', and does not ask to read it: add { "${blind}": { "read": [ … ] } } to 'collections'`;
}

/** An address is read as every other field. */
function mailWithoutReading({ mails, collections: known }: Needs): string | undefined {
  for (const [name, { to }] of Object.entries(mails))
    if (typeof to === 'object' && 'collection' in to && !holdsField(known[to.collection]?.read, to.field))
      return `mail '${name}' goes to '${to.field}' of '${to.collection}', which it does not ask to read`;
  return undefined;
}

function partWithoutReading({ console: parts, collections: known }: Needs): string | undefined {
  for (const [name, part] of Object.entries(parts)) {
    const blind = 'collections' in part ? part.collections?.find((one) => !known[one]?.read) : undefined;
    if (blind !== undefined) return `part '${name}' is for '${blind}', which it does not ask to read`;
  }
  return undefined;
}

/** Whether a field is among those that were granted. */
export function holdsField(fields: NeededFields | undefined, name: string): boolean {
  return fields === true || fields?.includes(name) === true;
}

/** What is wrong with needs, as sentences. */
export function problemsOfNeeds(value: unknown): string[] {
  return problemsOfOptions(NEEDS, value);
}

function entriesAre(value: Readonly<Record<string, unknown>>, accepts: (inner: unknown) => boolean): boolean {
  return Object.entries(value).every(([key, inner]) => aName.accepts(key) && accepts(inner));
}

function isNeedsOfCollection(value: unknown): boolean {
  if (!isPlainObject(value) || Object.keys(value).length === 0) return false;
  return Object.entries(value).every(([action, fields]) =>
    action === 'delete' ? fields === true : isAction(action) && (fields === true || isListOfFields(fields)),
  );
}

function isAction(word: string): word is Action {
  return (ACTIONS as readonly string[]).includes(word);
}

function isListOfFields(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(aName.accepts) && isDistinct(value);
}

function isListOfHooks(value: unknown): boolean {
  return (
    words.accepts(value) &&
    isDistinct(value as string[]) &&
    [value].flat().every((one) => ISOLATED_HOOKS.includes(String(one)))
  );
}

function isJob(value: unknown): boolean {
  if (!isPlainObject(value)) return false;
  const { label, cron, ...others } = value;
  const isSound = typeof cron === 'string' && hasFiveParts(cron) && problemOfPattern(cron) === undefined;
  return typeof label === 'string' && label.trim() !== '' && isSound && Object.keys(others).length === 0;
}

function isDistinct(value: readonly unknown[]): boolean {
  return new Set(value).size === value.length;
}

/** The name of a plug-in, as the name of its package without a scope. */
export function pluginNameOf(packageName: unknown): string | undefined {
  const name = String(packageName).replace(/^@[^/]+\//, '');
  return hyphenated.accepts(name) && name.length <= 30 ? name : undefined;
}

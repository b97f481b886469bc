/** Names of collections, or all of them. */
export type Collections = ReadonlySet<string> | 'all';

/** What a scope leaves of a person's rights. */
export interface ScopeReach {
  readonly reads: Collections;
  readonly writes: Collections;
  /** Of which it may propose changes. */
  readonly proposes: Collections;
  /** Keys of permissions for routes that are about no collection. */
  readonly permissions: ReadonlySet<string>;
}

/** What an app may do with collections: each of these includes those before it. */
export const LEVELS = ['read', 'propose', 'write'] as const;
export type Level = (typeof LEVELS)[number];

const PERMISSION = 'permission:';

/** The scope of one permission. */
export const permissionScope = (key: string): string => PERMISSION + key;

/** What a list of words in the form of OAuth leaves: `read`, `write:article`, `permission:log.search`. Other words leave nothing. */
export function reachOfScope(scope: string): ScopeReach {
  const words = scope.split(' ');
  const from = (level: Level): Collections => {
    const levels = LEVELS.slice(LEVELS.indexOf(level));
    if (levels.some((one) => words.includes(one))) return 'all';
    return new Set(levels.flatMap((one) => after(words, `${one}:`)));
  };
  return {
    reads: from('read'),
    proposes: from('propose'),
    writes: from('write'),
    permissions: new Set(after(words, PERMISSION)),
  };
}

/** Whether these are all collections, or this one is among them. */
export function holds(collections: Collections, name: string): boolean {
  return collections === 'all' || collections.has(name);
}

/** The words that both scopes hold. */
export function jointScope(one: string, other: string): string {
  const words = new Set(other.split(' '));
  return one
    .split(' ')
    .filter((word) => words.has(word))
    .join(' ');
}

function after(words: readonly string[], prefix: string): string[] {
  return words.flatMap((word) => (word.startsWith(prefix) ? word.slice(prefix.length) : []));
}

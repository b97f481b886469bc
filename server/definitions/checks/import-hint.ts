import { nearestWord, suggestion } from '../../shared/text/words.ts';

/** What `quire` exports, by name. */
type Exported = Readonly<Record<string, unknown>>;

/** What to do about a name that a file uses and `quire` has under another name or not yet imported; empty for other errors. */
export function importHint(error: unknown, exported: Exported): string {
  const said = error instanceof Error ? error.message : '';
  const [, unknown] = /^(\w+) is not defined$/.exec(said) ?? [];
  if (unknown !== undefined) {
    const meant = Object.hasOwn(exported, unknown) ? unknown : nearestWord(unknown, Object.keys(exported));
    return meant === undefined ? '' : `; import { ${meant} } from 'quire'`;
  }
  const [, owner, member] = /^(\w+)\.(\w+) is not a function$/.exec(said) ?? [];
  if (owner !== undefined && member !== undefined && Object.hasOwn(exported, owner))
    return hintWithin(member, Object.keys(Object(exported[owner])));
  const [, missing] = /'quire' does not provide an export named '(\w+)'/.exec(said) ?? [];
  return missing === undefined ? '' : suggestion(missing, Object.keys(exported));
}

function hintWithin(member: string, members: readonly string[]): string {
  return `${suggestion(member, members)} (allowed: ${members.join(', ')})`;
}

import { nearestWord, suggestion } from '../../shared/nearest-word.ts';

/** What to do about a name that a file uses and has not imported, or that `quire` does not export; empty for other errors. */
export function importHint(error: unknown, exported: readonly string[]): string {
  const said = error instanceof Error ? error.message : '';
  const [, unknown] = /^(\w+) is not defined$/.exec(said) ?? [];
  if (unknown !== undefined) {
    const meant = exported.includes(unknown) ? unknown : nearestWord(unknown, exported);
    return meant === undefined ? '' : `; import { ${meant} } from 'quire'`;
  }
  const [, missing] = /'quire' does not provide an export named '(\w+)'/.exec(said) ?? [];
  return missing === undefined ? '' : suggestion(missing, exported);
}

import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, parse } from 'node:path';
import { nearestWord, suggestion } from '../../shared/text/words.ts';

/** What `quire-cms` exports, by name. */
type Exported = Readonly<Record<string, unknown>>;

/** What was probably meant where a file names what `quire-cms` or a folder has under another name, or does not import it. */
export function importHint(error: unknown, exported: Exported): string {
  const said = error instanceof Error ? error.message : '';
  const [, unknown] = /^(\w+) is not defined$/.exec(said) ?? [];
  if (unknown !== undefined) {
    const meant = Object.hasOwn(exported, unknown) ? unknown : nearestWord(unknown, Object.keys(exported));
    return meant === undefined ? '' : `; import { ${meant} } from 'quire-cms'`;
  }
  const [, owner, member] = /^(\w+)\.(\w+) is not a function$/.exec(said) ?? [];
  if (owner !== undefined && member !== undefined && Object.hasOwn(exported, owner))
    return hintWithin(member, Object.keys(Object(exported[owner])));
  const [, absent] =
    /^(?:Cannot find module|ENOENT: no such file or directory, open) '(.+?)'/.exec(said) ?? [];
  if (absent !== undefined) return fileHint(absent);
  if (/^Package subpath '.+' is not defined by "exports" in .*\/quire(?:-cms)?\/package\.json/.test(said))
    return `; definitions import from 'quire-cms'`;
  if (/^Cannot find (?:package|module) 'quire(?:\/.+)?'/.test(said)) return "; the package is 'quire-cms'";
  const [, missing] = /'quire-cms' does not provide an export named '(\w+)'/.exec(said) ?? [];
  return missing === undefined ? '' : suggestion(missing, Object.keys(exported));
}

/** The nearest file of the folder where a module was looked for; the folder where it has none. */
function fileHint(absent: string): string {
  const folder = dirname(absent);
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const meant = files.find((file) => parse(file).name === basename(absent));
  return suggestion(meant ?? basename(absent), files);
}

function hintWithin(member: string, members: readonly string[]): string {
  return `${suggestion(member, members)} (allowed: ${members.join(', ')})`;
}

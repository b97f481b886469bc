import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { PARTS_CONTRACT } from '../../contract/console-parts.ts';
import type { CompiledParts, PartFiles } from './compile-parts.ts';

/** Where `quire build` puts the compiled parts of a project. */
export const builtFolder = (root: string): string => join(root, '.quire', 'console');

const LIST = 'parts.json';

/** What a build says of itself. Paths are relative to the project. */
interface Built {
  readonly contract: number;
  readonly entries: Readonly<Record<string, PartFiles>>;
  readonly files: readonly string[];
  /** The hash of each file that it was made from. */
  readonly sources: Readonly<Record<string, string>>;
}

/** Writes compiled parts in place of those of the last build. Returns the folder. */
export function writeBuilt(root: string, { entries, files, sources }: CompiledParts): string {
  const folder = builtFolder(root);
  const made = `${folder}.new`;
  rmSync(made, { recursive: true, force: true });
  mkdirSync(made, { recursive: true });
  for (const [name, content] of files) writeFileSync(join(made, name), content);
  const from = (file: string) => relative(root, file);
  const list: Built = {
    contract: PARTS_CONTRACT,
    entries: Object.fromEntries([...entries].map(([file, part]) => [from(file), part])),
    files: [...files.keys()].sort(),
    sources: Object.fromEntries(sources.map((file) => [from(file), hashOf(file)])),
  };
  writeFileSync(join(made, LIST), `${JSON.stringify(list, undefined, 2)}\n`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(dirname(folder), { recursive: true });
  renameSync(made, folder);
  return folder;
}

/** The last build. Undefined before the first build, and after a source has changed. */
export function readBuilt(root: string, definitions: readonly string[]): CompiledParts | undefined {
  const folder = builtFolder(root);
  const list = join(folder, LIST);
  if (!existsSync(list)) return undefined;
  const built = JSON.parse(readFileSync(list, 'utf8')) as Built; // `writeBuilt` wrote it
  const at = (path: string) => resolve(root, path);
  const isFresh =
    built.contract === PARTS_CONTRACT &&
    definitions.every((file) => Object.hasOwn(built.entries, relative(root, file))) &&
    Object.entries(built.sources).every(
      ([path, hash]) => existsSync(at(path)) && hashOf(at(path)) === hash,
    ) &&
    built.files.every((name) => existsSync(join(folder, name)));
  if (!isFresh) return undefined;
  return {
    entries: new Map(Object.entries(built.entries).map(([path, part]) => [at(path), part])),
    files: new Map(built.files.map((name) => [name, readFileSync(join(folder, name), 'utf8')])),
    sources: Object.keys(built.sources).map(at),
  };
}

function hashOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('base64url');
}

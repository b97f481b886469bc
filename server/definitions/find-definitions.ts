import { readdirSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isOwnPath } from '../../contract/own-paths.ts';
import { CannotStart } from '../errors.ts';
import { type Mistakes, withoutMistakes } from '../shared/mistakes.ts';
import { importHint, placeOf } from './checks/index.ts';
import type { Definition } from './define-collection.ts';
import { inLocales, withUsers } from './derived/index.ts';
import { type Locales, NO_LOCALES } from './locales.ts';
import { setFile } from './origin.ts';

const publicList = new URL('./index.ts', import.meta.url).href;
const forConsole = new URL('../console-parts/index.ts', import.meta.url).href;
const own = new Map([
  ['quire-cms', publicList],
  ['quire-cms/console', forConsole],
]);

// Definitions may live outside of this package; `quire-cms` still means this server.
registerHooks({
  resolve(specifier, context, next) {
    const url = own.get(specifier);
    return url === undefined ? next(specifier, context) : { url, shortCircuit: true };
  },
});

/**
 * The collection definitions of a folder, in the order of file names, in these languages. Each file exports one as its default.
 * Throws with the file's name if one does not, and with the collection's name if two share it.
 */
export function findDefinitions(folder: string, locales: Locales = NO_LOCALES): Promise<Definition[]> {
  return withoutMistakes((mistakes) => readDefinitions(folder, locales, mistakes));
}

/** A definition that comes from elsewhere, and from where. */
interface Added {
  readonly defined: Definition;
  readonly file: string;
}

/** What there is beside the files of the folder. */
interface Circumstances {
  readonly added?: readonly Added[];
  /** Something is about to write the first files. Elsewhere, an empty folder is another one than was meant. */
  readonly mayBeEmpty?: boolean;
}

/**
 * The same and these of plug-ins, but notes mistakes, and answers the definitions that have none. Throws where nothing may
 * define a collection.
 */
export async function readDefinitions(
  folder: string,
  locales: Locales,
  mistakes: Mistakes,
  { added = [], mayBeEmpty = false }: Circumstances = {},
): Promise<Definition[]> {
  const files = definitionFiles(folder);
  if (files.length + added.length === 0 && !mayBeEmpty)
    throw new CannotStart(
      `CONTENT_DIR: the folder '${resolve(folder)}' holds no collection definitions; allowed: a folder with a .ts, .js or .mjs file for each collection`,
    );
  const read = await mistakes.readEach(files, (file) => definitionIn(file, locales));
  for (const { defined, file } of added) {
    const prepared = await mistakes.attempt(() => preparedFrom(file, defined, locales));
    if (prepared) read.push(prepared);
    else mistakes.leaveOut(defined.name);
  }
  return withUsers(read);
}

async function definitionIn(file: string, locales: Locales): Promise<Definition> {
  const { default: defined } = await loadModule<{ default?: Definition }>(file);
  if (!defined?.fields || !defined.columns)
    throw new CannotStart(
      `${file} must export one defineCollection(…), defineSingleton(…) or defineQuery(…) as its default`,
    );
  return preparedFrom(file, defined, locales);
}

function preparedFrom(file: string, defined: Definition, locales: Locales): Definition {
  refuseOwnNames(defined, file);
  const definition = spoken(defined, locales, file);
  setFile(definition, file);
  return definition;
}

function refuseOwnNames({ name, path }: Definition, file: string): void {
  const refuse = (what: string) => new CannotStart(`${file}: collection '${name}': ${what}`);
  if (name.startsWith('quire_')) throw refuse("names that begin with 'quire_' are the server's own");
  if (path !== undefined && isOwnPath(path))
    throw refuse(`the path '${path}' lies among the server's own; take one such as /v1/${name}`);
}

function spoken(definition: Definition, locales: Locales, file: string): Definition {
  try {
    return inLocales(definition, locales);
  } catch (cause) {
    throw new CannotStart(`LOCALES: ${file}: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}

function definitionFiles(folder: string): string[] {
  try {
    return moduleFiles(folder);
  } catch (cause) {
    throw new CannotStart(`CONTENT_DIR: cannot read the folder '${folder}'`, { cause });
  }
}

/** The exports of a project's file. Throws with file and line if it cannot be loaded. */
export async function loadModule<Exports = Readonly<Record<string, unknown>>>(
  file: string,
): Promise<Exports> {
  try {
    return (await import(pathToFileURL(file).href)) as Exports;
  } catch (cause) {
    throwIfOfPackage(cause);
    const message = cause instanceof Error ? cause.message : String(cause);
    const place = placeOf(cause, file);
    const hint = importHint(cause, await import(publicList));
    throw new CannotStart(`${place}: ${message}${hint}`, { cause });
  }
}

/** Throws the reason why a `package.json` cannot be read, which Node leaves out. It is the same for each file of its folder. */
function throwIfOfPackage(cause: unknown): void {
  const [, file] =
    /^Invalid package config (.+?package\.json)/.exec((cause as Error | undefined)?.message ?? '') ?? [];
  if (file === undefined) return;
  try {
    JSON.parse(readFileSync(file, 'utf8'));
  } catch (reason) {
    throw new CannotStart(`${file}: is no JSON (${(reason as Error).message})`, { cause });
  }
}

/** The modules of a folder, sorted by name, without tests and declarations. */
export function moduleFiles(folder: string): string[] {
  const names = readdirSync(folder).filter(
    (name) => /^[^.].*\.(ts|js|mjs)$/.test(name) && !/\.(d|test)\.ts$/.test(name),
  );
  return names.sort().map((name) => resolve(folder, name));
}

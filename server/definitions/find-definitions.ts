import { readdirSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CannotStart } from '../errors.ts';
import type { Definition } from './define-record.ts';
import { placeOf } from './error-place.ts';
import { setFile } from './origin.ts';

const publicList = new URL('./index.ts', import.meta.url).href;

// Definitions may live outside of this package; `quire` still means this server.
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'quire' ? { url: publicList, shortCircuit: true } : next(specifier, context),
});

/**
 * Every record definition of a folder, in the order of the files' names. Each file exports one, as its default.
 * Throws with the file's name where one does not, and with the record's name where two share it.
 */
export async function findDefinitions(folder: string): Promise<Definition[]> {
  const found: Definition[] = [];
  for (const file of definitionFiles(folder)) {
    const definition = await load(file);
    if (!definition?.fields || !definition.columns)
      throw new CannotStart(`CONTENT_DIR: ${file} must export one defineRecord(…) as its default`);
    refuseOwnNames(definition, file);
    setFile(definition, file);
    found.push(definition);
  }
  if (found.length === 0)
    throw new CannotStart(
      `CONTENT_DIR: the folder '${resolve(folder)}' holds no record definitions; allowed: a folder with a .ts, .js or .mjs file for each record`,
    );
  return found;
}

/** Paths of the server's own routes, each with everything below it. */
const OWN_PATHS = /^\/(cms|lin[0-9]*|docs|assets|health|openapi\.json)(\/|$)/;

function refuseOwnNames({ name, path }: Definition, file: string): void {
  const refuse = (what: string) => new CannotStart(`CONTENT_DIR: ${file}: record '${name}': ${what}`);
  if (name.startsWith('quire_')) throw refuse("names that begin with 'quire_' are the server's own");
  if (path !== undefined && OWN_PATHS.test(path))
    throw refuse(`the path '${path}' lies among the server's own; take one such as /v1/${name}`);
}

async function load(file: string): Promise<Definition | undefined> {
  try {
    return (await import(pathToFileURL(file).href)).default as Definition | undefined;
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new CannotStart(`CONTENT_DIR: ${placeOf(cause, file)} cannot be read as a definition: ${message}`, {
      cause,
    });
  }
}

function definitionFiles(folder: string): string[] {
  try {
    const names = readdirSync(folder).filter(
      (name) => /^[^.].*\.(ts|js|mjs)$/.test(name) && !/\.(d|test)\.ts$/.test(name),
    );
    return names.sort().map((name) => resolve(folder, name));
  } catch (cause) {
    throw new CannotStart(`CONTENT_DIR: cannot read the folder '${folder}'`, { cause });
  }
}

import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CannotStart } from '../../errors.ts';
import { isPlainObject, shown } from '../checks/options.ts';
import { type Needs, NO_NEEDS, pluginNameOf, problemsOfNeeds } from './needs.ts';

/** What the package of an isolated plug-in says of it. Reading it runs none of the plug-in's code. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  /** The folder that its process may read, and no other. */
  readonly folder: string;
  /** The absolute path of the module that it runs. */
  readonly main: string;
  readonly needs: Needs;
}

const ALLOWED =
  'allowed: a package.json with "name", "version", "type": "module", "main", and "quire" with what the plug-in needs';

/** Reads the `package.json` of a folder. Throws CannotStart. */
export function readManifest(place: URL): Manifest {
  const named = fileURLToPath(place);
  const file = resolve(named, 'package.json');
  const refuse = (problem: string) => new CannotStart(`${file}: ${problem}`);
  const { name: packageName, version, type, main, quire } = readPackage(file);
  const folder = realpathSync(named);
  const name = pluginNameOf(packageName);
  if (name === undefined)
    throw refuse(
      `"name" must be lower-case words joined by hyphens, at most 30 characters, not ${shown(packageName)}`,
    );
  if (typeof version !== 'string' || !/^\d[\w.+-]{0,59}$/.test(version))
    throw refuse(`"version" must be a version such as "1.0.0", not ${shown(version)}`);
  if (type !== 'module')
    throw refuse(`"type" must be "module", not ${shown(type)}; an isolated plug-in consists of ES modules`);
  if (typeof main !== 'string' || !isInside(folder, main))
    throw refuse(
      `"main" must be the path of a module in this folder, such as "./index.js", not ${shown(main)}`,
    );
  const problems = problemsOfNeeds(quire);
  if (problems.length > 0) throw refuse(`"quire": ${problems.join('\n')}`);
  const needs = { ...NO_NEEDS, ...(quire as Partial<Needs>) }; // just checked
  const link = linkOut(folder);
  if (link !== undefined)
    throw refuse(`${link} is a link that leads out of this folder; its process could read what is there`);
  return { name, version, folder, main: resolve(folder, main), needs };
}

/** A link in a folder to something outside, which Node's permission model would follow. */
function linkOut(folder: string): string | undefined {
  const links = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) =>
    one.isSymbolicLink(),
  );
  return links
    .map(({ parentPath, name }) => join(parentPath, name))
    .find((link) => !isInside(folder, realpathSync(link)));
}

function readPackage(file: string): Readonly<Record<string, unknown>> {
  try {
    const read: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (isPlainObject(read)) return read;
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw new CannotStart(`${file}: cannot be read (${problem}); ${ALLOWED}`, { cause });
  }
  throw new CannotStart(`${file}: is no object; ${ALLOWED}`);
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, resolve(folder, path));
  return way !== '' && !way.startsWith('..') && !isAbsolute(way);
}

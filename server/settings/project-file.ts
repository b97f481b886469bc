import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { CannotStart } from '../errors.ts';
import type { Environment } from '../shared/system/environment.ts';
import { suggestion } from '../shared/text/words.ts';

const FILE = 'quire.json';

/** The settings that belong to the collections: they say the same on each machine, so they are committed beside them. */
const NAMES = ['LOCALES', 'UPLOAD_TYPES', 'THUMBNAIL_WIDTHS', 'IMAGE_SIZES'] as const;

/** The settings in `quire.json`, beside the folder of the collections; none if there is no such file. Throws CannotStart. */
export function readProjectFile(contentDir = './content'): Environment {
  const file = join(dirname(resolve(contentDir)), FILE);
  if (!existsSync(file)) return {};
  const names: readonly string[] = NAMES;
  const settings = Object.entries(parsed(file));
  const problems = settings.flatMap(([name, value]) => {
    if (!names.includes(name))
      return `${FILE}: '${name}' has no place here${suggestion(name, names)} (allowed: ${names.join(', ')}; others in the environment or .env)`;
    return typeof value === 'string' ? [] : `${FILE}: ${name} must be a text, as in the environment`;
  });
  if (problems.length > 0) throw new CannotStart(problems);
  return Object.fromEntries(settings) as Environment; // each is a text
}

function parsed(file: string): object {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : cause;
    throw new CannotStart(`${FILE}: cannot be read (${problem}); allowed: ${form}`, { cause });
  }
  throw new CannotStart(`${FILE}: holds no object; allowed: ${form}`);
}

const form = `an object of settings such as { "LOCALES": "en,de" }, or no file`;

/** Where the environment contradicts the file: a machine cannot have collections of its own. */
export function contradictions(ofProject: Environment, given: Environment): string[] {
  return Object.entries(ofProject).flatMap(([name, value]) => {
    const other = given[name];
    return other === undefined || other === value
      ? []
      : `${name}: ${FILE} says '${value}', the environment or .env says '${other}'; remove it there, because it belongs to the collections`;
  });
}

/** What should stand in the file, in words. It works in the environment as well. */
export function missingInFile(ofProject: Environment, { LOCALES }: Environment): string[] {
  if (!LOCALES || ofProject.LOCALES !== undefined) return [];
  return [
    `LOCALES belongs to the collections: write {"LOCALES":"${LOCALES}"} into ${FILE} beside their folder, and commit it.`,
  ];
}

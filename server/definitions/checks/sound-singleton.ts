import { suggestion } from '../../shared/text/words.ts';
import type { Fields } from '../field.ts';
import type { CheckedSingleton } from '../types/singleton-source.ts';
import { isPlainObject, type OptionTable, problemsOfOptions } from './options.ts';
import { recordChecks } from './sound-collection.ts';

const USES = ['read', 'update', 'history', 'restore', 'drafts', 'publish'];

// What only a table of many records can have.
const {
  waysBack,
  unique,
  indexes,
  search,
  conflicts,
  codes,
  isFollowed,
  samples,
  columns,
  views,
  plural,
  ...checks
} = recordChecks;

const SINGLETON: OptionTable<CheckedSingleton<Fields, 'full'>> = { owner: 'a singleton', checks };

/** Throws if a definition has an option that singletons cannot have. The checks of every collection follow later. */
export function requireSoundSingleton(source: object): void {
  const named = 'name' in source && typeof source.name === 'string' ? source.name : '?';
  const problems = problemsOfOptions(SINGLETON, source);
  if (problems.length === 0)
    problems.push(
      ...problemsOfUses('access' in source ? source.access : undefined),
      ...problemsOfFields('fields' in source ? source.fields : undefined),
    );
  if (problems.length > 0) throw new Error(problems.map((one) => `collection '${named}': ${one}`).join('\n'));
}

function problemsOfUses(access: unknown): string[] {
  return Object.keys(isPlainObject(access) ? access : {})
    .filter((use) => !USES.includes(use))
    .map(
      (use) => `access of a singleton has no '${use}'${suggestion(use, USES)} (allowed: ${USES.join(', ')})`,
    );
}

function problemsOfFields(fields: unknown): string[] {
  return Object.entries(isPlainObject(fields) ? fields : {}).flatMap(([field, options]) => {
    if (!isPlainObject(options)) return [];
    if (options.required === true)
      return `field '${field}': a singleton begins with its defaults; give it a 'default' in place of 'required'`;
    if ('position' in options) return `field '${field}': one record has no position`;
    return options.onDelete === 'delete'
      ? `field '${field}': the record of a singleton stays; onDelete must be 'refuse' or 'detach'`
      : [];
  });
}

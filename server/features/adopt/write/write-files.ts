import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Adoption } from '../plan/plan-adoption.ts';
import { definitionText, isUnchanged } from './definition-text.ts';

/** What became of the definition file of a collection. */
export interface WrittenFile {
  readonly collection: string;
  readonly file: string;
  readonly outcome: 'new' | 'renewed' | 'unchanged' | 'kept';
}

/** Writes a definition file for each adopted table. One that somebody has changed is kept, unless `isForced`. */
export function writeDefinitions(
  { dialect, adopted }: Adoption,
  folder: string,
  isForced: boolean,
): readonly WrittenFile[] {
  mkdirSync(folder, { recursive: true });
  return adopted.map((table) => {
    const file = join(folder, `${table.name.replaceAll('_', '-')}.ts`);
    const text = definitionText(dialect, table);
    const outcome = outcomeOf(file, text, isForced);
    if (outcome === 'new' || outcome === 'renewed') writeFileSync(file, text);
    return { collection: table.name, file, outcome };
  });
}

function outcomeOf(file: string, text: string, isForced: boolean): WrittenFile['outcome'] {
  if (!existsSync(file)) return 'new';
  const present = readFileSync(file, 'utf8');
  if (present === text) return 'unchanged';
  return isForced || isUnchanged(present) ? 'renewed' : 'kept';
}

import type { Engine } from '../../../database/engine.ts';
import { asPartOfLine } from '../../../shared/text/letters.ts';

/**
 * Patterns that find a word whatever the case of its letters and however these are composed. Most words have one; those with letters that become two in
 * another case, such as `ß`, have more.
 */
export function patternsOf({ anyCase }: Pick<Engine, 'anyCase'>, word: string): string[] {
  const stored = asPartOfLine(word);
  const spellings = [stored, stored.toLowerCase(), stored.toUpperCase()];
  return [...new Set(spellings.map((spelling) => anyCase.pattern(spelling)))];
}

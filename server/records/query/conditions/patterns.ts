import type { Engine } from '../../../database/engine.ts';

/**
 * Patterns that find a word whatever the case of its letters. Most words have one; those with letters that become two in
 * another case, such as `ß`, have more.
 */
export function patternsOf({ anyCase }: Pick<Engine, 'anyCase'>, word: string): string[] {
  const spellings = [word, word.toLowerCase(), word.toUpperCase()];
  return [...new Set(spellings.map((spelling) => anyCase.pattern(spelling)))];
}

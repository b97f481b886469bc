import type { PatternSql } from '../../../database/any-case.ts';
import type { Engine } from '../../../database/engine.ts';
import { asPartOfLine } from '../../../shared/text/letters.ts';

/**
 * The spellings of a word whose patterns find it whatever the case of its letters and however these are composed. Most words have
 * one; those with letters that become two in another case, such as `ß`, have more.
 */
export function spellingsOf(word: string): string[] {
  const stored = asPartOfLine(word);
  return [...new Set([stored, stored.toLowerCase(), stored.toUpperCase()])];
}

/** What a text that contains a word meets: all comparisons of one of these lists. */
export function patternsOf({ anyCase }: Pick<Engine, 'anyCase'>, word: string): (readonly PatternSql[])[] {
  const known = new Map(spellingsOf(word).map((spelling) => [keyOf(anyCase(spelling)), anyCase(spelling)]));
  return [...known.values()];
}

function keyOf(patterns: readonly PatternSql[]): string {
  return JSON.stringify(patterns);
}

import pinyin from 'pinyin-match';
import type { MatchReading } from './match.ts';

/** Finds Chinese texts by pinyin or initials, with all readings of each character. */
export const byPinyin: MatchReading = (text, words) => pinyin.match(text, words) !== false;

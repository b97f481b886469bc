import pinyin from 'pinyin-match';
import type { Reading } from './match.ts';

/** Finds Chinese texts by pinyin or initials, with all readings of each character. */
export const byPinyin: Reading = (text, words) => pinyin.match(text, words) !== false;

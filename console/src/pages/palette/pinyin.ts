import pinyin from 'pinyin-match';
import type { Reading } from './match.ts';

/** Finds Chinese texts by pinyin or its initials, every reading of a character counted. */
export const byPinyin: Reading = (text, words) => pinyin.match(text, words) !== false;

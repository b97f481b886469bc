import { language } from './index.ts';

/** Words beside each other, as the reader's language sets them apart. */
export function joined(words: readonly string[]): string {
  return words.join(language.value === 'zh' ? '、' : ', ');
}

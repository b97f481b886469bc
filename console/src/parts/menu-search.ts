/** From as many entries on, a menu can be searched. */
export const MANY_ENTRIES = 12;

/** Whether a label has all of these words, in any order. */
export function hasWords(label: string, words: string): boolean {
  const text = label.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/**
 * A word as it was sent, in small letters, in capitals, and with one capital. Engines do not agree on which letters are
 * the same; so that they find the same rows, they are only asked for exact texts.
 */
export function spellings(word: string): string[] {
  const [first = '', ...rest] = word.toLowerCase();
  return [...new Set([word, word.toLowerCase(), word.toUpperCase(), first.toUpperCase() + rest.join('')])];
}

/** Such as `a, b or c`. `Intl.ListFormat` says the same; its tables would take a thirtieth of a start. */
export function oneOfWords(words: readonly string[]): string {
  const [last = '', ...others] = words.toReversed();
  return others.length > 0 ? `${others.toReversed().join(', ')} or ${last}` : last;
}

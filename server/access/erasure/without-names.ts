/** Replaces names in texts and in JSON values. */
export type WithoutNames = <Value>(value: Value) => Value;

/**
 * Replaces each of these names, as a whole word, by `instead`. Chinese has no spaces between words, so an adjacent Chinese
 * character does not make a name part of a longer word.
 */
export function withoutNames(names: readonly string[], instead: string): WithoutNames {
  const longestFirst = names.filter((name) => name !== '').toSorted((a, b) => b.length - a.length);
  const part = '[[\\p{L}\\p{N}_]--\\p{Script=Han}]';
  const words = longestFirst.map((name) => {
    const [first, last] = [name.at(0) ?? '', name.at(-1) ?? ''].map((end) => new RegExp(part, 'v').test(end));
    return `${first ? `(?<!${part})` : ''}${RegExp.escape(name)}${last ? `(?!${part})` : ''}`;
  });
  if (words.length === 0) return (value) => value;
  const pattern = new RegExp(words.join('|'), 'gv');
  const replaced = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replace(pattern, () => instead);
    if (Array.isArray(value)) return value.map(replaced);
    if (typeof value !== 'object' || value === null) return value;
    // The key of a message names a text, and no person.
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, name === 'key' ? one : replaced(one)]),
    );
  };
  return <Value>(value: Value) => replaced(value) as Value; // strings become strings, and objects of the same form
}

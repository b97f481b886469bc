/** The word that a misspelt one most likely stands for; undefined if none is near. */
export function nearestWord(word: string, words: readonly string[]): string | undefined {
  const near = words.map((one) => ({ one, far: distance(word.toLowerCase(), one.toLowerCase()) }));
  const [nearest] = near.sort((a, b) => a.far - b.far);
  return nearest && nearest.far <= Math.max(1, Math.ceil(word.length / 3)) ? nearest.one : undefined;
}

/** How many letters must be added, dropped, replaced or swapped with their neighbour (optimal string alignment). */
function distance(a: string, b: string): number {
  const records = Array.from({ length: a.length + 1 }, (_, i) => [i]);
  for (let j = 1; j <= b.length; j += 1) records[0]?.push(j);
  const at = (i: number, j: number) => records[i]?.[j] ?? 0;
  for (let i = 1; i <= a.length; i += 1)
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const least = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + cost);
      records[i]?.push(isSwap ? Math.min(least, at(i - 2, j - 2) + 1) : least);
    }
  return at(a.length, b.length);
}

/** `; did you mean 'required'?`, or nothing. */
export function suggestion(word: string, words: readonly string[]): string {
  const nearest = nearestWord(word, words);
  return nearest === undefined ? '' : `; did you mean '${nearest}'?`;
}

/** Such as `a, b or c`. `Intl.ListFormat` says the same; its tables would take a thirtieth of a start. */
export function oneOfWords(words: readonly string[]): string {
  const [last = '', ...others] = words.toReversed();
  return others.length > 0 ? `${others.toReversed().join(', ')} or ${last}` : last;
}

/** Reads the JSON of a list of ids, as columns of ids are kept. */
export function toIds(text: string): bigint[] {
  return text === '[]' ? [] : text.slice(1, -1).split(',').map(BigInt);
}

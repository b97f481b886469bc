const ending = (end: string) => (etag: string) => etag.replace(/"$/, `${end}"`);

const SUFFIXES = [
  '-gzip',
  '-br',
  '-deflate',
  '-zstd',
  ';gzip',
  ';br',
  '--gzip',
  '-gzip;br',
  '-gzip;gzip-br--gzip',
];

/** What proxies that compress answers make of a record's ETag on its way to the client and back: each still names the record's state. */
export const changesInTransit: readonly ((etag: string) => string)[] = [
  ...SUFFIXES.map(ending),
  (etag) => `W/${etag}`,
  (etag) => `W/${ending('-gzip')(etag)}`,
  (etag) => `"x", W/${etag}`,
  (etag) => `"x-gzip" , W/${ending('-gzip')(etag)}, "y"`,
];

/** Tags that look like this one, and are of other states. */
export function similarTo(etag: string): string[] {
  const ends = ['-', 'gzip', '-gzi', '-gzip-', '-gzip-x', '-GZIP', '-gzip'.repeat(5)];
  return [...ends.map((end) => ending(end)(etag)), etag.replace(/.."$/, '"'), '"-gzip"', 'W/""'];
}

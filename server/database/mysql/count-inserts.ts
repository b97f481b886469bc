const LINE_END = 10;
/** Longer than the name of any table in its statement. */
const BEGINNING = 100;

/**
 * Passes an SQL dump on and adds its rows to `rows`, by table. Each row is a line: the programs that write dumps escape line
 * ends in texts.
 */
export async function* countInserts(
  dump: AsyncIterable<Buffer>,
  rows: Record<string, number>,
): AsyncGenerator<Buffer> {
  let begun = '';
  for await (const chunk of dump) {
    for (let at = 0; ; ) {
      const end = chunk.indexOf(LINE_END, at);
      const stop = end === -1 ? chunk.length : end;
      begun += chunk.toString('latin1', at, Math.min(stop, at + BEGINNING - begun.length));
      if (end === -1) break;
      const table = /^INSERT INTO `([^`]+)` VALUES/.exec(begun)?.[1];
      if (table !== undefined) rows[table] = (rows[table] ?? 0) + 1;
      begun = '';
      at = end + 1;
    }
    yield chunk;
  }
}

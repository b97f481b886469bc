import type { Asker, LongReader } from './engine.ts';

/** Long reads for one asker, who is looked up only if there are any. */
export function longReadsFor(longReads: LongReader, asker: () => Asker): LongReader {
  return {
    all: (statement) => longReads.all(statement, asker()),
    text: (statement, form) => longReads.text(statement, form, asker()),
  };
}

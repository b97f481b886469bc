import type { LongReader, Requester } from './engine.ts';

/** Long reads for one requester, who is looked up only if there are any. */
export function longReadsFor(longReads: LongReader, requester: () => Requester): LongReader {
  return {
    all: (statement) => longReads.all(statement, requester()),
    text: (statement, form) => longReads.text(statement, form, requester()),
  };
}

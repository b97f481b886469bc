import type { LongReader, Requester } from './engine.ts';

/** Long reads for one requester, who is determined only if there is one. */
export function longReadsFor(longReads: LongReader, requester: () => Requester): LongReader {
  return {
    all: (statement) => longReads.all(statement, requester()),
    text: (statement, form, more) => longReads.text(statement, form, { ...requester(), ...more }),
  };
}

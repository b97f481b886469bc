import { toJson } from '../../json.ts';
import type { Reads } from '../../records/reads.ts';
import { importBatch } from './import.record.ts';
import { readOutcome, readUndone, TAKEN } from './outcome.ts';

/** What became of each row of an import, in the file's order, one JSON object a line; then what undoing it kept. Batch by batch. */
export async function* reportOf(reads: Reads, importId: bigint): AsyncGenerator<string> {
  let after = 0n;
  for (;;) {
    const batch = await reads.first(importBatch, (select) =>
      select.where('import_id', '=', importId).where('id', '>', after).orderBy('id'),
    );
    if (!batch) return;
    after = batch.id;
    const lines = [...linesOf(batch.outcome), ...keptOf(batch.undone)];
    if (lines.length > 0) yield `${lines.map(toJson).join('\n')}\n`;
  }
}

function linesOf(text: string): object[] {
  const outcome = readOutcome(text);
  const taken = TAKEN.flatMap((what) =>
    outcome[what].map(([line, id]) => ({ line, outcome: what, ...(id > 0n && { id }) })),
  );
  const refused = outcome.refused.map(([line, problems]) => ({ line, outcome: 'refused', problems }));
  return [...taken, ...refused].sort((one, other) => one.line - other.line);
}

function keptOf(text: string | null): object[] {
  return text === null ? [] : readUndone(text).kept.map(([id, reason]) => ({ outcome: 'kept', id, reason }));
}

import type { Definition } from '../definitions/define-record.ts';
import { AppError } from '../errors.ts';
import type { ActingReads } from './act.ts';
import { type Consequences, consequencesOf } from './consequences.ts';
import type { Row } from './row.ts';

/**
 * What the deletion of a row does, once every row that goes has been asked for; what is done when it is asked for may change
 * what goes.
 */
export async function agreedConsequences(
  reads: ActingReads,
  definition: Definition,
  row: Row,
  ask: (definition: Definition, row: Row) => Promise<void>,
): Promise<Consequences> {
  const asked = new Set<string>();
  let root = row;
  let known: Consequences | undefined;
  for (;;) {
    const before = asked.size;
    const going: Consequences['gone'] = known?.gone ?? new Map([[definition, new Map([[root.id, root]])]]);
    for (const [record, rows] of going) {
      for (const one of record.hooks ? rows.values() : []) {
        const place = `${record.name} ${one.id}`;
        if (!asked.has(place)) await ask(record, one);
        asked.add(place);
      }
    }
    const isSettled = asked.size === before;
    if (known && isSettled) return known;
    if (!isSettled) root = await again(reads, definition, root.id);
    known = await consequencesOf(reads, definition, [root]);
  }
}

async function again(reads: ActingReads, definition: Definition, id: bigint): Promise<Row> {
  const row = (await reads.find(definition, id)) as Row | undefined;
  if (!row) throw new AppError('recordNotFound');
  return row;
}

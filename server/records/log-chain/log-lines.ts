import { log } from '../log.collection.ts';
import { type Select, selectColumns } from '../query/select.ts';
import type { Reads } from '../store/reads.ts';
import type { LogLine } from './entries.ts';

/** Lines of the log in the order of their ids. In a transaction they are not locked: an erasure may hold them. */
export function linesOf(reads: Reads, narrow: (select: Select) => Select): Promise<readonly LogLine[]> {
  const select = selectColumns(reads.query, log.name, Object.keys(log.columns));
  return reads.records<LogLine>(narrow(select).orderBy('id'), log.columns);
}

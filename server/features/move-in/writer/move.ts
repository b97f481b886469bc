import { isRefusal } from '../../../errors.ts';
import { render } from '../../../messages/message.ts';
import { systemContext, type TakeFile, type Writes } from '../../../records/index.ts';
import type { RecordStore } from '../../../records/record-store.ts';
import type { MoveSource } from '../source.ts';
import type { KnownRecords } from './known.ts';
import type { Report } from './report.ts';

/** One run: its source, its target, and its options. */
export interface Move {
  readonly source: MoveSource;
  readonly store: RecordStore;
  readonly known: KnownRecords;
  readonly report: Report;
  /** Nothing is written. */
  readonly isRehearsal: boolean;
  readonly takeFile: TakeFile;
  /** Whether files come along, and whether groups come with their permissions. */
  readonly brings: { readonly files: boolean; readonly grants: boolean };
  /** The addresses here of files that texts show, by their addresses there. */
  readonly addresses: Map<string, string>;
}

export const TASK = 'move-in';

/** One transaction. Its revisions say that the move wrote them, and when. */
export function writeMoved<T>(
  { store }: Move,
  work: (writes: Writes, inOriginal: WritesOf) => Promise<T>,
): Promise<T> {
  return store.write(systemContext(TASK), (writes, connection) =>
    work(writes, (original) =>
      store.writesIn(connection, { ...writes.context, ...(original && { original }) }),
    ),
  );
}

/** Writes whose records keep these stamps as their own. */
export type WritesOf = (original: Writes['context']['original']) => Writes;

/** Why something was refused, in English as all of the report; throws what is no refusal. */
export function reasonOf(error: unknown): string {
  if (!isRefusal(error)) throw error;
  const fields = Object.entries(error.problems).map(
    ([field, problem]) => `${field && `${field} `}${render(problem, 'en')}`,
  );
  return fields.length > 0 ? fields.join('; ') : render(error.text, 'en');
}

/** Some at a time. */
export async function* inBatches<T>(all: AsyncIterable<T>, most: number): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const one of all) {
    batch.push(one);
    if (batch.length < most) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

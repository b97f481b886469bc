import type { WriteReads } from '../store/write-context.ts';
import type { WriteHooks } from './hooks/write-hooks.ts';
import type { RecordWriter } from './record-writer.ts';

/** The parts of a write: the reads of its transaction, the writer of records, and the runner of hooks. */
export interface WriteParts {
  readonly writes: WriteReads;
  readonly records: RecordWriter;
  readonly hooks: WriteHooks;
}

import type { WriteReads } from '../rows/write-context.ts';
import type { WriteHooks } from './hooks/write-hooks.ts';
import type { RowWriter } from './row-writer.ts';

/** The parts of a write: the reads of its transaction, the writer of rows, and the runner of hooks. */
export interface WriteParts {
  readonly writes: WriteReads;
  readonly rows: RowWriter;
  readonly hooks: WriteHooks;
}

import type { WriteReads } from '../rows/write-context.ts';
import type { WriteHooks } from './hooks/write-hooks.ts';
import type { RowWriter } from './row-writer.ts';

/** What a write is made of: what it reads in its transaction, what writes the rows, and what runs their hooks. */
export interface WriteParts {
  readonly writes: WriteReads;
  readonly rows: RowWriter;
  readonly hooks: WriteHooks;
}

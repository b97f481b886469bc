import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';

/** The pages of a file: all, and those that hold nothing. */
export interface Space {
  /** The size of the file once its log is in it. */
  readonly bytes: number;
  readonly pages: number;
  readonly free: number;
  /** Whether it can shrink in steps. */
  readonly isInSteps: boolean;
}

/** Frees 100 pages in one transaction, which blocks writers for a few milliseconds. */
const STEP = 'pragma incremental_vacuum(100)';
/** Between two steps, for other writers. */
const PAUSE_MS = 20;
const INCREMENTAL = 2;
const SPACE = `select f.freelist_count as free, p.page_count as pages, s.page_size as size, v.auto_vacuum as form
  from pragma_freelist_count f, pragma_page_count p, pragma_page_size s, pragma_auto_vacuum v`;

/** The space of an open file. */
export function readSpace(database: DatabaseSync): Space {
  const row = database.prepare(SPACE).get();
  const [free, pages, size, form] = ['free', 'pages', 'size', 'form'].map((name) => Number(row?.[name]));
  return {
    bytes: Number(pages) * Number(size),
    pages: Number(pages),
    free: Number(free),
    isInSteps: form === INCREMENTAL,
  };
}

/**
 * Takes free pages away from the end of a file, some at a time, as long as `mayGoOn`. The file itself is cut when the log is
 * copied into it, which waits for readers of earlier states.
 */
export async function shrink(database: DatabaseSync, mayGoOn: (space: Space) => boolean): Promise<void> {
  const step = database.prepare(STEP);
  while (mayGoOn(readSpace(database))) {
    step.all();
    await wait(PAUSE_MS);
  }
}

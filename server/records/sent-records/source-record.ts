import type { Raw } from '../../database/engine.ts';
import { isRefusal, type Problems } from '../../errors.ts';

/** One record of an imported file as sent, or the problem of its form. */
export interface SourceRecord {
  /** The line it begins on, counted from 1. */
  readonly line: number;
  /** Its length, roughly, in characters. */
  readonly size: number;
  readonly values: Raw;
  /** The values as sent, where ids have taken the place of names. */
  readonly named?: Raw;
  readonly problems?: Problems;
}

/** Why a record is refused. Throws errors that are not the record's fault. */
export function problemsOf(error: unknown): Problems {
  if (!isRefusal(error)) throw error;
  return Object.keys(error.problems).length > 0 ? error.problems : { '': error.text };
}

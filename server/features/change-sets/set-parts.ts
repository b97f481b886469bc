import type { FindBeginner } from '../../access/index.ts';
import type { RecordStore } from '../../records/record-store.ts';
import type { ReadParts } from './read-items.ts';
import type { SetLifetime } from './sets.ts';

/** What the routes of change sets need. */
export interface SetParts extends ReadParts, SetLifetime {
  readonly store: RecordStore;
  readonly findBeginner: FindBeginner;
  readonly secrets: readonly [string, ...string[]];
}

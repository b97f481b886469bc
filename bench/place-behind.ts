import { writeCursor } from '../server/records/query/cursor.ts';

const BY_ID = [{ column: 'id', kind: { type: 'bigint' }, descending: false, nullable: false }] as const;

/** Where a page begins that follows the record of this id. */
export function placeBehind(id: number): string {
  return writeCursor(BY_ID, { id: BigInt(id) });
}

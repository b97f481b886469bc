import { group } from '../../access/accounts/group.collection.ts';
import type { RowOf } from '../../definitions/types/row-types.ts';
import { AppError } from '../../errors.ts';
import type { Reads } from '../../records/rows/reads.ts';

/** Returns the group with this id. Throws if no such group exists. */
export async function getGroup(reads: Reads, id: bigint): Promise<RowOf<typeof group>> {
  const row = await reads.find(group, id);
  if (!row) throw new AppError('groupNotFound');
  return row;
}

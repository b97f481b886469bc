import { group } from '../../access/group.record.ts';
import type { RowOf } from '../../definitions/row-types.ts';
import { AppError } from '../../errors.ts';
import type { Reads } from '../../records/reads.ts';

/** The group of this id. Throws where there is none. */
export async function getGroup(reads: Reads, id: bigint): Promise<RowOf<typeof group>> {
  const row = await reads.find(group, id);
  if (!row) throw new AppError('groupNotFound');
  return row;
}

import { group } from '../../access/accounts/group.collection.ts';
import type { RecordOf } from '../../definitions/types/record-types.ts';
import { AppError } from '../../errors.ts';
import type { Reads } from '../../records/store/reads.ts';

/** Returns the group with this id. Throws if no such group exists. */
export async function getGroup(reads: Reads, id: bigint): Promise<RecordOf<typeof group>> {
  const record = await reads.find(group, id);
  if (!record) throw new AppError('groupNotFound');
  return record;
}

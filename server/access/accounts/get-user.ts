import type { RowOf } from '../../definitions/types/row-types.ts';
import { AppError } from '../../errors.ts';
import type { Reads } from '../../records/rows/reads.ts';
import { user } from './user.record.ts';

/** The user with this id. Throws if there is none. */
export async function getUser(reads: Reads, id: bigint): Promise<RowOf<typeof user>> {
  const row = await reads.find(user, id);
  if (!row) throw new AppError('userNotFound');
  return row;
}

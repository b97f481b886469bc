import type { Door } from '../../access/door.ts';
import { user } from '../../access/user.record.ts';
import type { RowOf } from '../../definitions/row-types.ts';
import { AppError } from '../../errors.ts';

/** The caller as a row of the users. */
export async function ownRow(door: Door): Promise<RowOf<typeof user>> {
  const row = await door.reads.find(user, door.actor.id);
  if (!row) throw new AppError('tokenInvalid', { reason: 'the user is gone' });
  return row;
}

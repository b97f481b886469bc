import type { RecordOf } from '../../definitions/types/record-types.ts';
import type { Reads } from '../../records/store/reads.ts';
import { group, LEVEL } from '../accounts/group.collection.ts';
import { membership } from '../accounts/membership.collection.ts';
import { user } from '../accounts/user.collection.ts';

/** The active super administrators, without those who are only for a time. */
export async function permanentSuperAdministrators(reads: Reads): Promise<RecordOf<typeof user>[]> {
  const root = reads.query.selectFrom(group.name).select('id').where('level', '=', LEVEL.root);
  const members = await reads.where(membership, (select) =>
    select.where('group_id', 'in', root).where('until', 'is', null).orderBy('user_id'),
  );
  const found: RecordOf<typeof user>[] = [];
  for (const { user_id } of members) {
    const one = await reads.find(user, user_id);
    if (one?.active) found.push(one);
  }
  return found;
}

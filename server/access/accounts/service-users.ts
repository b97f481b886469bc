import type { RecordOf } from '../../definitions/types/record-types.ts';
import type { Writes } from '../../records/write/writes.ts';
import { noPassword } from '../passwords/passwords.ts';
import { createUser } from './accounts.ts';
import { named, requireFreeName } from './names.ts';
import type { user } from './user.collection.ts';

/** Creates a service user: a program, which cannot sign in. */
export async function createServiceUser(
  writes: Writes,
  { username, nickname }: Pick<RecordOf<typeof user>, 'username' | 'nickname'>,
  groupIds: readonly bigint[],
): Promise<bigint> {
  await requireFreeName(writes, username);
  const account = { ...named(username), nickname, is_service: true, credential: noPassword() };
  return createUser(writes, account, groupIds);
}

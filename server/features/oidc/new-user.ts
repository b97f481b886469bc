import {
  addressed,
  createUser,
  freeFromClaim,
  freeName,
  named,
  noPassword,
  user,
} from '../../access/index.ts';
import { Problem } from '../../definitions/problem.ts';
import { AppError } from '../../errors.ts';
import type { Writes } from '../../records/write/writes.ts';
import { failures } from './failures.ts';
import { message } from './messages/message.ts';
import type { Person } from './person.ts';

/** Creates a user without a password for a person from a provider. Throws if their address is another user's. */
export async function createUserFor(
  writes: Writes,
  { address, name, names }: Person,
  groupIds: readonly bigint[],
): Promise<{ readonly id: bigint; readonly username: string }> {
  if (address !== undefined && (await freeFromClaim(writes, address)))
    throw new AppError(failures.identityUnknown, { reason: message('addressOfAnotherUser') });
  const username = await freeName(writes, names);
  const nickname = user.fields.nickname.clean([...name].slice(0, 24).join('').trim());
  const account = {
    ...named(username),
    nickname: nickname instanceof Problem ? '' : nickname,
    ...addressed(address, 'verified'),
    credential: noPassword(),
  };
  return { id: await createUser(writes, account, groupIds), username };
}

import { randomBytes } from 'node:crypto';
import type { Language } from '../../messages/languages.ts';
import { message, render } from '../../messages/message.ts';
import type { Writes } from '../../records/write/writes.ts';
import { hashPassword } from '../passwords/passwords.ts';
import { group, LEVEL } from './group.collection.ts';
import { groupNamed } from './group-names.ts';
import { membership } from './membership.collection.ts';
import { named } from './names.ts';
import { ROOT_USERNAME, user } from './user.collection.ts';

/** The accounts that a first start made. */
export interface FirstAccounts {
  /** The password of `root`, if no setting gave one. It is stored nowhere. */
  readonly generatedPassword: string | undefined;
}

/** Creates the two built-in groups and the super administrator; undefined if they exist. */
export async function createFirstAccounts(
  writes: Writes,
  rootPassword: string | undefined,
  language: Language,
): Promise<FirstAccounts | undefined> {
  if ((await writes.count(group)) > 0) return undefined;
  const password = rootPassword ?? randomBytes(16).toString('base64url');
  const root = await writes.create(group, {
    ...groupNamed('root'),
    info: render(message('rootGroupInfo'), language),
    level: LEVEL.root,
  });
  await writes.create(group, {
    ...groupNamed('guest'),
    info: render(message('guestGroupInfo'), language),
    level: LEVEL.guest,
  });
  const credential = await hashPassword(password);
  const rootUser = await writes.create(user, {
    ...named(ROOT_USERNAME),
    nickname: ROOT_USERNAME,
    credential,
  });
  await writes.create(membership, { user_id: rootUser, group_id: root });
  return { generatedPassword: rootPassword === undefined ? password : undefined };
}

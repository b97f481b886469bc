import { randomBytes } from 'node:crypto';
import type { Writes } from '../records/writes.ts';
import { group, LEVEL } from './group.record.ts';
import { membership } from './membership.record.ts';
import { hashPassword } from './passwords.ts';
import { ROOT_USERNAME, user } from './user.record.ts';

/** How a new database begins. */
export interface Beginning {
  /** The first password of `root`; one is generated where none is given. */
  readonly rootPassword: string | undefined;
  readonly withSamples: boolean;
}

/** What a first start made. */
export interface FirstRows {
  /** Told only where it was generated. */
  readonly generatedPassword: string | undefined;
}

/** Makes the two standing groups and the super administrator, unless they are there; undefined then. */
export async function makeFirstRows(
  writes: Writes,
  { rootPassword, withSamples }: Beginning,
  samples: () => Promise<void>,
): Promise<FirstRows | undefined> {
  if ((await writes.count(group)) > 0) return undefined;
  const password = rootPassword ?? randomBytes(15).toString('base64url');
  const root = await writes.create(group, { name: 'root', info: '超级管理员', level: LEVEL.root });
  await writes.create(group, { name: 'guest', info: '游客', level: LEVEL.guest });
  const credential = await hashPassword(password);
  const rootUser = await writes.create(user, {
    username: ROOT_USERNAME,
    nickname: ROOT_USERNAME,
    credential,
  });
  await writes.create(membership, { user_id: rootUser, group_id: root });
  if (withSamples) await samples();
  return { generatedPassword: rootPassword === undefined ? password : undefined };
}

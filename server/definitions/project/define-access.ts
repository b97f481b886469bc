import { flag, needed, words } from '../checks/option-checks.ts';
import type { OptionCheck, OptionTable } from '../checks/options.ts';
import type { PermissionKey } from '../types/permission-keys.ts';
import { markDefined, requireSound, subjectOf } from './defined.ts';

/** A group that a project defines. */
export interface DeclaredGroup {
  readonly name: string;
  /** What the group is for. */
  readonly info?: string;
  /** Keys of the permissions that it holds: `article.delete`. */
  readonly permissions: readonly PermissionKey[];
  /** Gives the group exactly these permissions at each `quire seed`. Otherwise it gets them only when it is created. */
  readonly inStep?: true;
}

/** A user for a program. It has no password, so nobody can sign in as it. */
export interface ServiceUser {
  readonly username: string;
  readonly nickname?: string;
  /** Names of its groups, which it joins when it is created; without any, it joins the guests. */
  readonly groups: readonly string[];
  /** Makes it a member of exactly these groups at each `quire seed`. */
  readonly inStep?: true;
}

/** What a file of `access/` may define. */
export type AccessEntry = DeclaredGroup | ServiceUser;

const nonEmpty: OptionCheck = {
  allowed: 'a text that is not empty',
  accepts: (value) => typeof value === 'string' && value.trim() !== '',
};

const GROUP: OptionTable<DeclaredGroup> = {
  owner: 'a group',
  checks: { name: needed(nonEmpty), info: nonEmpty, permissions: needed(words), inStep: flag },
};

const SERVICE_USER: OptionTable<ServiceUser> = {
  owner: 'a service user',
  checks: { username: needed(nonEmpty), nickname: nonEmpty, groups: needed(words), inStep: flag },
};

/** Describes a group and its permissions for `quire seed`. */
export function defineGroup(source: DeclaredGroup): DeclaredGroup {
  requireSound(subjectOf('group', source?.name), GROUP, source);
  return markDefined('defineGroup', { ...source });
}

/** Describes a user that is a program, for `quire seed`. */
export function defineServiceUser(source: ServiceUser): ServiceUser {
  requireSound(subjectOf('service user', source?.username), SERVICE_USER, source);
  return markDefined('defineServiceUser', { ...source });
}

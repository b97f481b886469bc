import type { Actor } from '../../access/actor.ts';
import { decide } from '../../access/decide.ts';
import { type AccessRule, login, ownRows } from '../../definitions/access-rule.ts';
import { message } from '../../messages/message.ts';
import type { Select } from '../../records/query/select.ts';
import type { Reads } from '../../records/rows/reads.ts';
import { upload } from '../../records/upload.record.ts';

/** Seeing the addresses of all files. */
export const mayList: AccessRule = {
  level: 'permission',
  permission: { key: 'file.list', name: message('seeAllFiles'), module: message('filesTag') },
};

export const mayDelete: AccessRule = {
  level: 'permission',
  permission: { key: 'file.delete', name: message('deleteFile'), module: message('filesTag') },
};

/** The rule of the list: everybody's own uploads, and all files for who may list them. */
export const uploaderOrLister: AccessRule = { level: 'any', rules: [ownRows(login), mayList] };

/** Who may learn of one file: its existence is no news to those who may delete it. */
export const uploaderOrKeeper: AccessRule = { level: 'any', rules: [ownRows(login), mayDelete, mayList] };

/** Whether an actor meets a rule with all files. */
export function seesAll(actor: Actor, rule: AccessRule): boolean {
  const decision = decide(actor, rule);
  return decision.allowed && decision.rows === 'all';
}

/** Keeps a query of files to those that a user has uploaded, as the first or again. */
export function onlyUploadedBy({ query }: Reads, userId: bigint, select: Select): Select {
  const again = query.selectFrom(upload.name).select('file_id').where('user_id', '=', userId);
  return select.where((e) => e.or([e('create_user_id', '=', userId), e('id', 'in', again)]));
}

import { type Actor, type Door, decide } from '../../access/index.ts';
import { type AccessRule, login, ownRecords } from '../../definitions/access-rule.ts';
import type { RecordOf } from '../../definitions/types/record-types.ts';
import { file, type Reads, type Select, upload } from '../../records/index.ts';
import { message } from './messages/message.ts';

/** Seeing the addresses of all files. */
export const mayList: AccessRule = {
  level: 'permission',
  permission: { key: 'file.list', name: message('seeAllFiles'), module: message('filesTag') },
};

export const mayDelete: AccessRule = {
  level: 'permission',
  permission: { key: 'file.delete', name: message('deleteFile'), module: message('filesTag') },
};

/** Alt texts, names, folders and tags of all files. */
export const mayEdit: AccessRule = {
  level: 'permission',
  permission: { key: 'file.edit', name: message('editFiles'), module: message('filesTag') },
};

/** Seeing how the library is arranged. */
export const seesArrangement: AccessRule = { level: 'any', rules: [mayList, mayEdit] };

/** The rule of the list: everybody's own uploads; all files for users who may list them. */
export const uploaderOrLister: AccessRule = { level: 'any', rules: [ownRecords(login), mayList] };

/** Who may know that a file exists: its uploader, and users who may delete files. */
export const uploaderOrKeeper: AccessRule = { level: 'any', rules: [ownRecords(login), mayDelete, mayList] };

/** The details of a file: its uploader changes them, and users who may edit all files. */
export const uploaderOrEditor: AccessRule = { level: 'any', rules: [ownRecords(login), mayEdit] };

/** Who may know that a file exists, beside readers of records that refer to it. */
export const uploaderOrStaff: AccessRule = {
  level: 'any',
  rules: [ownRecords(login), mayEdit, mayDelete, mayList],
};

/** Whether an actor meets a rule with all files. */
export function seesAll(actor: Actor, rule: AccessRule): boolean {
  const decision = decide(actor, rule);
  return decision.allowed && decision.records === 'all';
}

/** Whether the actor, who may read the file, may change its details: as its first uploader, or by the right to edit all files. */
export function mayChange(actor: Actor, record: { readonly create_user_id: bigint | null }): boolean {
  return record.create_user_id === actor.id || seesAll(actor, mayEdit);
}

/** Keeps a query of files to those that a user has uploaded, as the first or, with an earlier version, again. */
export function onlyUploadedBy({ query }: Reads, userId: bigint, select: Select): Select {
  const again = query.selectFrom(upload.name).select('file_id').where('user_id', '=', userId);
  return select.where((e) => e.or([e('create_user_id', '=', userId), e('id', 'in', again)]));
}

/** Keeps a query of files to those that a lister sees: private ones are for their uploaders and for readers of records. */
export function listableFiles(select: Select, { id, isSuper }: Actor): Select {
  if (isSuper) return select;
  return select.where((e) => e.or([e('private', '=', false), e('create_user_id', '=', id)]));
}

/** The files among these that the caller knows of although no record that they may read refers to them. */
export async function knownFiles(
  { reads, actor }: Pick<Door, 'reads' | 'actor'>,
  ids: readonly bigint[],
  rule: AccessRule = uploaderOrKeeper,
): Promise<ReadonlySet<bigint>> {
  if (ids.length === 0) return new Set();
  const isForAll = seesAll(actor, rule);
  const found = await reads.where(file, (select) => {
    const same = select.where('id', 'in', ids);
    return isForAll ? same : onlyUploadedBy(reads, actor.id, same);
  });
  return new Set(found.map(({ id }) => id));
}

/** The files among these that are the caller's to know, by their part in the library or by a record that shows them. */
export async function shownFiles(
  door: Door,
  records: readonly RecordOf<typeof file>[],
): Promise<ReadonlySet<bigint>> {
  const readable = await door.readableFiles(records);
  const others = records.flatMap((record) => (record.private || readable.has(record.id) ? [] : record.id));
  return new Set([...readable, ...(await knownFiles(door, others, uploaderOrStaff))]);
}

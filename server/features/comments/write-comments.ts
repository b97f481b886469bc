import type { Door, FindUsers } from '../../access/index.ts';
import { AppError, badParameters } from '../../errors.ts';
import type { Rights, Writes } from '../../records/index.ts';
import { HOUR_MS } from '../../shared/durations.ts';
import { type Comment, comment, mention } from './comment.collection.ts';
import { readMentions } from './mentions.ts';
import { message } from './messages/message.ts';
import { findUnmentionable } from './people.ts';
import { type CommentSubject, findPlace } from './subject.ts';

const MOST_THREADS = 500;
const MOST_REPLIES = 100;
const MOST_IN_AN_HOUR = 200;

/** What the caller may do in the transaction, read in it. Throws where rules about records are not asked. */
export async function rightsIn(writes: Writes): Promise<Rights> {
  const rights = await writes.context.rights?.();
  if (!rights) throw new Error('comments are written in the name of a user');
  return rights;
}

/** A comment that the caller may read now, with its place. Throws if there is none. */
export async function getComment(
  writes: Writes,
  rights: Rights,
  id: bigint,
): Promise<{ readonly stored: Comment; readonly place: CommentSubject }> {
  const stored = await writes.find(comment, id);
  const place = stored && (await findPlace(writes, rights, stored));
  if (!place) throw new AppError('recordNotFound');
  return { stored, place };
}

/** The first comment of a thread that the caller may read. Throws if there is none. */
export async function getThread(writes: Writes, rights: Rights, id: bigint) {
  const found = await getComment(writes, rights, id);
  if (found.stored.thread_id !== null) throw new AppError('recordNotFound');
  return found;
}

interface NewComment {
  readonly text: string;
  readonly place: CommentSubject;
  readonly thread?: Comment;
}

/** Adds a comment, and returns its id. Throws if it is one too many, or mentions somebody who cannot be mentioned there. */
export async function addComment(
  writes: Writes,
  door: Door,
  findUsers: FindUsers,
  { text, place, thread }: NewComment,
): Promise<bigint> {
  await requireRoom(writes, door, place, thread);
  const mentioned = readMentions(text);
  await requireMentionable(writes, door, findUsers, { place, mentioned });
  const { served, record, field, locale } = place;
  const about = thread ?? { collection: served.name, record_id: record.id, field, locale };
  const id = await writes.create(comment, {
    collection: about.collection,
    record_id: about.record_id,
    field: about.field,
    locale: about.locale,
    thread_id: thread?.id ?? null,
    text,
  });
  await addMentions(writes, id, mentioned);
  return id;
}

/** Changes the text of a comment. Throws if it newly mentions somebody who cannot be mentioned there. */
export async function changeComment(
  writes: Writes,
  door: Door,
  findUsers: FindUsers,
  {
    stored,
    place,
    text,
  }: { readonly stored: Comment; readonly place: CommentSubject; readonly text: string },
): Promise<void> {
  const before = new Set(readMentions(stored.text));
  const mentioned = readMentions(text).filter((id) => !before.has(id));
  await requireMentionable(writes, door, findUsers, { place, mentioned });
  await writes.update(comment, stored.id, { text, edit_time: writes.context.now });
  await addMentions(writes, stored.id, mentioned);
}

/** Deletes a comment. The first of a thread with replies stays, without its text. */
export async function removeComment(writes: Writes, { id, thread_id }: Comment): Promise<void> {
  const thread = thread_id ?? id;
  const first = await writes.find(comment, thread); // first, since it locks: nobody replies before this has ended
  const replies = await writes.count(comment, (select) => select.where('thread_id', '=', thread));
  if (thread_id === null && replies > 0) return writes.update(comment, id, { text: '' });
  await writes.remove(comment, id);
  if (thread_id === null || replies > 1) return;
  if (first?.text === '') await writes.remove(comment, thread);
}

/** Who was mentioned before by the same comment is not told again. */
async function addMentions(writes: Writes, commentId: bigint, users: readonly bigint[]): Promise<void> {
  if (users.length === 0) return;
  const before = await writes.where(mention, (select) =>
    select.where('comment_id', '=', commentId).where('user_id', 'in', users),
  );
  const known = new Set(before.map(({ user_id }) => user_id));
  const { now: time } = writes.context;
  await writes.createMany(
    mention,
    users.filter((id) => !known.has(id)).map((user_id) => ({ comment_id: commentId, user_id, time })),
  );
}

async function requireRoom(
  writes: Writes,
  { actor }: Door,
  { served, record }: CommentSubject,
  thread?: Comment,
) {
  const since = writes.context.now - HOUR_MS;
  const recent = await writes.count(comment, (select) =>
    select.where('create_user_id', '=', actor.id).where('create_time', '>', since),
  );
  if (recent >= MOST_IN_AN_HOUR)
    throw new AppError('tooManyRequests', { detail: message('tooManyComments', { max: MOST_IN_AN_HOUR }) });
  if (thread) {
    const replies = await writes.count(comment, (select) => select.where('thread_id', '=', thread.id));
    if (replies >= MOST_REPLIES)
      throw badParameters({ '': message('tooManyReplies', { max: MOST_REPLIES }) });
    return;
  }
  const threads = await writes.count(comment, (select) =>
    select
      .where('collection', '=', served.name)
      .where('record_id', '=', record.id)
      .where('thread_id', 'is', null),
  );
  if (threads >= MOST_THREADS) throw badParameters({ '': message('tooManyThreads', { max: MOST_THREADS }) });
}

async function requireMentionable(
  writes: Writes,
  door: Door,
  findUsers: FindUsers,
  { place, mentioned }: { readonly place: CommentSubject; readonly mentioned: readonly bigint[] },
): Promise<void> {
  const knowing = { findUsers, reader: writes.connection, reads: writes };
  const refused = await findUnmentionable(knowing, door, place, mentioned);
  if (refused !== undefined)
    throw badParameters({ text: message('notMentionable', { id: String(refused) }) });
}

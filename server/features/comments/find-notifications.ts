import type { Door } from '../../access/door.ts';
import type { FindNotifications, Notification, NotificationsAsked } from '../../module/notification.ts';
import type { RecordStore } from '../../records/record-store.ts';
import type { Reads } from '../../records/store/reads.ts';
import { DAY_MS } from '../../shared/durations.ts';
import { type Comment, comment, mention } from './comment.collection.ts';
import { mentionsIn } from './mentions.ts';
import { message } from './messages/message.ts';
import { shownPeople } from './people.ts';
import { findPlace } from './subject.ts';

/** Threads are followed by those who wrote in them lately: for this long, and at most this many of their comments. */
const FOLLOWED_MS = 90 * DAY_MS;
const MOST_FOLLOWED = 200;
const DETAIL_CHARACTERS = 140;

/** A comment, and when it began to concern the user. */
type TimedComment = Comment & { readonly time: number };

/** Comments that mention a user, and replies in threads in which they wrote; none that they may not read now. */
export function findCommentNotifications({ reads }: RecordStore): FindNotifications {
  return async (asked) => {
    const mentions = await mentionsOf(reads, asked);
    const known = new Set(mentions.map(({ id }) => id));
    const replies = (await repliesFor(reads, asked)).filter(({ id }) => !known.has(id));
    return [
      ...(await described(reads, asked.door, mentions, 'mentionedYou')),
      ...(await described(reads, asked.door, replies, 'repliedToYou')),
    ];
  };
}

/** Comments that mention the user, each with the time of that. */
async function mentionsOf(
  reads: Reads,
  { door: { actor }, since, most }: NotificationsAsked,
): Promise<TimedComment[]> {
  const mentions = await reads.where(mention, (select) =>
    select.where('user_id', '=', actor.id).where('time', '>', since).orderBy('id', 'desc').limit(most),
  );
  if (mentions.length === 0) return [];
  const times = new Map(mentions.map(({ comment_id, time }) => [comment_id, time]));
  const found = await reads.where(comment, (select) => select.where('id', 'in', [...times.keys()]));
  return found
    .filter((one) => isOfOthers(one, actor.id) && mentionsIn(one.text).includes(actor.id))
    .map((one) => ({ ...one, time: times.get(one.id) ?? one.create_time }));
}

async function repliesFor(
  reads: Reads,
  { door: { actor }, since, most }: NotificationsAsked,
): Promise<TimedComment[]> {
  const own = await reads.where(comment, (select) =>
    select
      .where('create_user_id', '=', actor.id)
      .where('create_time', '>', since - FOLLOWED_MS)
      .orderBy('id', 'desc')
      .limit(MOST_FOLLOWED),
  );
  const threads = [...new Set(own.map(({ id, thread_id }) => thread_id ?? id))];
  if (threads.length === 0) return [];
  const replies = await reads.where(comment, (select) =>
    select
      .where('thread_id', 'in', threads)
      .where('create_user_id', '<>', actor.id)
      .where('create_time', '>', since)
      .orderBy('id', 'desc')
      .limit(most),
  );
  const joined = new Map<bigint, bigint>();
  for (const { id, thread_id } of own) joined.set(thread_id ?? id, id); // the last one is the oldest
  return replies
    .filter((one) => one.id > (joined.get(one.thread_id ?? 0n) ?? 0n) && isOfOthers(one, actor.id))
    .map((one) => ({ ...one, time: one.create_time }));
}

function isOfOthers({ create_user_id, text }: Comment, id: bigint): boolean {
  return create_user_id !== id && text !== '';
}

async function described(
  reads: Reads,
  door: Door,
  comments: readonly TimedComment[],
  key: 'mentionedYou' | 'repliedToYou',
): Promise<Notification[]> {
  const rights = door.admission.rightsOf(door.actor);
  const found: Notification[] = [];
  for (const one of comments) {
    const place = await findPlace(reads, rights, one);
    if (!place) continue;
    const { served, record } = place;
    const personOf = await shownPeople(reads, door, served, [one.create_user_id, ...mentionsIn(one.text)]);
    const nameOf = (id: bigint) => personOf(id).nickname ?? personOf(id).username ?? `#${id}`;
    found.push({
      key: `comment/${one.id}`,
      text: message(key, { name: nameOf(one.create_user_id), label: served.label, id: record.id }),
      detail: one.text
        .replace(/<@(\d+)>/g, (_, id: string) => `@${nameOf(BigInt(id))}`)
        .slice(0, DETAIL_CHARACTERS),
      time: one.time,
      page: `/collections/${served.name}/${record.id}`,
    });
  }
  return found;
}

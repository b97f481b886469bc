import type { Door } from '../../access/door.ts';
import type { FindNotifications, Notification, NotificationsAsked } from '../../module/notification.ts';
import type { RecordStore } from '../../records/record-store.ts';
import { type ChangeSet, changeSet } from './change-set.collection.ts';
import { message } from './messages/message.ts';
import { setComment } from './set-comment.collection.ts';
import { namedUser, overBefore, type SetLifetime } from './sets.ts';
import { isKnown, mayDecide, maySee, sightOf, withinReach } from './sight.ts';

/** Each costs a look at all of its records. */
const MOST_LOOKED_AT = 20;
const DETAIL_CHARACTERS = 140;
const DECIDED = {
  approved: 'yourSetApproved',
  rejected: 'yourSetRejected',
  applied: 'yourSetApplied',
} as const;

/** Sets that wait for a user's decision, and decisions of others on the user's own sets. */
export function findSetNotifications(store: RecordStore, lifetime: SetLifetime): FindNotifications {
  return async (asked) => {
    const since = Math.max(asked.since, overBefore(lifetime));
    const [waiting, decided, discussed] = await Promise.all([
      findWaiting(store, { ...asked, since }),
      findDecided({ ...asked, since }),
      findDiscussed(store, { ...asked, since }),
    ]);
    return [...waiting, ...decided, ...discussed];
  };
}

async function findWaiting(
  { reads }: RecordStore,
  { door, since, most }: NotificationsAsked,
): Promise<Notification[]> {
  const submitted = await door.reads.where(changeSet, (select) =>
    select
      .where('state', '=', 'submitted')
      .where('create_user_id', '<>', door.actor.id)
      .where('change_time', '>', since)
      .orderBy('id', 'desc')
      .limit(Math.min(most, MOST_LOOKED_AT)),
  );
  const found: Notification[] = [];
  for (const set of await withinReach(door.reads, door, submitted)) {
    if (!mayDecide(set, door, await sightOf(reads, door, set))) continue;
    const { username: name } = await namedUser(door.reads, set.create_user_id);
    found.push(notificationOf(set, `waits/${set.version}`, message('setWaits', { name, title: set.title })));
  }
  return found;
}

async function findDecided({ door, since, most }: NotificationsAsked): Promise<Notification[]> {
  const own = await door.reads.where(changeSet, (select) =>
    select
      .where('create_user_id', '=', door.actor.id)
      .where('state', 'in', Object.keys(DECIDED))
      .where('change_time', '>', since)
      .orderBy('id', 'desc')
      .limit(most),
  );
  const found = await Promise.all(own.map((set) => decidedBy(door, set)));
  return found.flatMap((one) => one ?? []);
}

/** Comments of others on sets that are the user's own, that they decided on, or on which they wrote; none that they may not see now. */
async function findDiscussed(
  { reads }: RecordStore,
  { door, since, most }: NotificationsAsked,
): Promise<Notification[]> {
  const { actor } = door;
  const own = await door.reads.where(setComment, (select) =>
    select.where('create_user_id', '=', actor.id).orderBy('id', 'desc').limit(most),
  );
  const joined = own.map(({ set_id }) => set_id);
  const sets = await door.reads.where(changeSet, (select) =>
    select
      .where((e) =>
        e.or([
          e('create_user_id', '=', actor.id),
          e('decide_user_id', '=', actor.id),
          e('id', 'in', [0n, ...joined]),
        ]),
      )
      .orderBy('id', 'desc')
      .limit(most),
  );
  if (sets.length === 0) return [];
  const said = await door.reads.where(setComment, (select) =>
    select
      .where(
        'set_id',
        'in',
        sets.map(({ id }) => id),
      )
      .where('create_user_id', '<>', actor.id)
      .where('create_time', '>', since)
      .orderBy('id', 'desc')
      .limit(most),
  );
  const found: Notification[] = [];
  for (const set of await withinReach(
    door.reads,
    door,
    sets.filter(({ id }) => said.some(({ set_id }) => set_id === id)),
  )) {
    if (!isKnown(set, door) && !maySee(set, door, await sightOf(reads, door, set))) continue;
    for (const one of said.filter(({ set_id }) => set_id === set.id)) {
      const { username: name } = await namedUser(door.reads, one.create_user_id);
      const text = message('setDiscussed', { name, title: set.title });
      found.push({
        ...notificationOf(set, `comment/${one.id}`, text),
        detail: one.text.slice(0, DETAIL_CHARACTERS),
        time: one.create_time,
      });
    }
  }
  return found;
}

async function decidedBy({ reads, actor }: Door, set: ChangeSet): Promise<Notification | undefined> {
  const by = set.state === 'applied' ? set.apply_user_id : set.decide_user_id;
  if (by === null || by === actor.id || !(set.state in DECIDED)) return undefined;
  const { username: name } = await namedUser(reads, by);
  const key = DECIDED[set.state as keyof typeof DECIDED]; // just looked up
  return notificationOf(set, set.state, message(key, { name, title: set.title }));
}

function notificationOf(
  { id, change_time }: ChangeSet,
  what: string,
  text: Notification['text'],
): Notification {
  return { key: `set/${id}/${what}`, text, detail: '', time: change_time, page: `/change-sets/${id}` };
}

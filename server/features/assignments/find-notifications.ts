import type { FindNotifications, Notification } from '../../module/notification.ts';
import type { RecordStore } from '../../records/record-store.ts';
import type { Reads } from '../../records/store/reads.ts';
import { DAY_MS } from '../../shared/durations.ts';
import { shownPeople } from '../comments/exports.ts';
import type { Assignment } from './assignment.collection.ts';
import { openFor } from './find-assignments.ts';
import { message } from './messages/message.ts';
import { isOverdue, type Readable, readableAmong } from './readable.ts';

/** How long before its time an assignment is due soon. */
const SOON_MS = DAY_MS;
const DETAIL_CHARACTERS = 140;
type Key = 'assignedToYou' | 'assignmentIsDue' | 'assignmentIsOverdue';

/** New assignments to a user, and those that are due or overdue; none of records that they may not read now. */
export function findAssignmentNotifications({ reads }: RecordStore): FindNotifications {
  return async ({ door, since, most }) => {
    const open = await openFor(reads, door.actor.id);
    const newest = open
      .flatMap((one) => eventsOf(one, door.actor.id))
      .filter(({ time }) => time > since && time <= Date.now())
      .toSorted((one, other) => other.time - one.time)
      .slice(0, most);
    const about = new Set(newest.map(({ stored }) => stored));
    const readable = await readableAmong(reads, door.admission.rightsOf(door.actor), [...about]);
    const byId = new Map(readable.map((one) => [one.stored.id, one]));
    const nameOf = await namesIn(reads, door, readable);
    return newest.flatMap((event): Notification | [] => {
      const found = byId.get(event.stored.id);
      return found ? described(event, found, nameOf(found)) : [];
    });
  };
}

interface Event {
  readonly stored: Assignment;
  readonly text: Key;
  /** Distinguishes it from the assignment's other notifications: a due time that was moved notifies again. */
  readonly key: string;
  readonly time: number;
}

/** What there is to tell about an open assignment: that it is new, and that its time nears or has passed. */
function eventsOf(stored: Assignment, userId: bigint): Event[] {
  const { id, due_time, due_set_time, create_time, create_user_id } = stored;
  const events: Event[] = [];
  if (create_user_id !== userId)
    events.push({ stored, text: 'assignedToYou', key: `assignment/${id}`, time: create_time });
  if (due_time === null) return events;
  const key = `assignment/${id}/${due_time}`;
  if (isOverdue(stored))
    return [...events, { stored, text: 'assignmentIsOverdue', key: `${key}/over`, time: due_time }];
  const time = Math.max(due_time - SOON_MS, due_set_time ?? create_time);
  // A new assignment that is due soon needs one notification, not two.
  if (time > create_time) events.push({ stored, text: 'assignmentIsDue', key, time });
  return events;
}

async function namesIn(
  reads: Reads,
  door: Parameters<FindNotifications>[0]['door'],
  readable: readonly Readable[],
) {
  const names = new Map<Readable, string>();
  for (const [served, same] of Map.groupBy(readable, (one) => one.served)) {
    const personOf = await shownPeople(
      reads,
      door,
      served,
      same.map(({ stored }) => stored.create_user_id),
    );
    for (const one of same) {
      const { nickname, username, id } = personOf(one.stored.create_user_id);
      names.set(one, nickname ?? username ?? `#${id}`);
    }
  }
  return (one: Readable) => names.get(one) ?? '';
}

function described(
  { text, key, time }: Event,
  { stored, served, record }: Readable,
  name: string,
): Notification {
  return {
    key,
    text: message(text, { name, label: served.label, id: record.id }),
    detail: stored.note.slice(0, DETAIL_CHARACTERS),
    time,
    page: `/collections/${served.name}/${record.id}`,
  };
}

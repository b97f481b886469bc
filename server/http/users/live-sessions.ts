import { type Door, fromWords, session } from '../../access/index.ts';

/** The newest 100 live sessions of a user; the one that asks is marked. */
export async function liveSessions(door: Door, userId: bigint) {
  const { now } = door.admission;
  const records = await door.reads.where(session, (select) =>
    select.where('user_id', '=', userId).where('expire_time', '>', now).orderBy('id', 'desc').limit(100),
  );
  return records.map((record) => ({
    ...record,
    proved_by: fromWords(record.proved_by),
    current: record.id === door.actor.sessionId,
  }));
}

import type { Schedule } from '../../background/schedule.ts';
import { message, type Text } from '../../messages/message.ts';
import { log, logged, systemContext, type Writes } from '../../records/index.ts';
import type { RecordStore } from '../../records/record-store.ts';
import { DAY_MS } from '../../shared/durations.ts';
import { grant } from './grant.collection.ts';
import { group } from './group.collection.ts';
import { membership } from './membership.collection.ts';
import { permission } from './permission.collection.ts';
import { user } from './user.collection.ts';

const NAME = 'log ended memberships and grants';
const BATCH = 200;
/** For how long expired memberships and grants are still shown. */
const SHOWN_MS = 30 * DAY_MS;

/**
 * Every minute, logs which memberships and grants have ended, and removes those that ended long ago. Rights do not depend on
 * it: each ends at its own time.
 */
export function expirySchedule(store: RecordStore): Schedule {
  return {
    name: NAME,
    cron: '* * * * *',
    async run(signal) {
      while (!signal.aborted && (await logEnded(store)));
    },
  };
}

/** One batch. Returns whether more may follow. */
async function logEnded({ ownReads, write, language }: RecordStore): Promise<boolean> {
  const now = Date.now();
  const due = await Promise.all(
    [membership, grant].map((collection) =>
      ownReads.where(collection, (select) =>
        select
          .where('until', '<=', now)
          .where((e) => e.or([e('end_logged', '=', false), e('until', '<=', now - SHOWN_MS)]))
          .limit(BATCH),
      ),
    ),
  );
  const [memberships = [], grants = []] = due;
  if (memberships.length + grants.length === 0) return false;
  await write(systemContext(NAME), async (writes) => {
    for (const { id } of memberships) {
      const record = await writes.find(membership, id);
      if (!record || record.until === null || record.until > now) continue;
      const text = record.end_logged ? undefined : await membershipText(writes, record);
      if (text) await append(writes, text, { language, user_id: record.user_id });
      if (record.until <= now - SHOWN_MS) await writes.remove(membership, id);
      else await writes.update(membership, id, { end_logged: true });
    }
    for (const { id } of grants) {
      const record = await writes.find(grant, id);
      if (!record || record.until === null || record.until > now) continue;
      const text = record.end_logged ? undefined : await grantText(writes, record);
      if (text) await append(writes, text, { language, user_id: 0n });
      if (record.until <= now - SHOWN_MS) await writes.remove(grant, id);
      else await writes.update(grant, id, { end_logged: true });
    }
  });
  return Math.max(memberships.length, grants.length) >= BATCH;
}

async function membershipText(
  writes: Writes,
  record: { readonly user_id: bigint; readonly group_id: bigint },
) {
  const name = (await writes.find(user, record.user_id))?.username ?? String(record.user_id);
  const joined = (await writes.find(group, record.group_id))?.name ?? String(record.group_id);
  return message('membershipOver', { name, group: joined });
}

async function grantText(
  writes: Writes,
  record: { readonly permission_id: bigint; readonly group_id: bigint },
) {
  const name = (await writes.find(permission, record.permission_id))?.name ?? String(record.permission_id);
  const holder = (await writes.find(group, record.group_id))?.name ?? String(record.group_id);
  return message('grantOver', { permission: name, group: holder });
}

async function append(
  writes: Writes,
  text: Text,
  { language, user_id }: { readonly language: RecordStore['language']; readonly user_id: bigint },
): Promise<void> {
  const named = user_id === 0n ? undefined : await writes.find(user, user_id);
  await writes.append(log, {
    ...logged(text, language),
    user_id,
    username: named?.username ?? '',
    status_code: 200,
    method: 'JOB',
    path: NAME,
    permission: '',
  });
}

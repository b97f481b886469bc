import type { Schedule } from '../../background/schedule.ts';
import { message, type Text } from '../../messages/message.ts';
import { log, logged } from '../../records/log.collection.ts';
import type { Records } from '../../records/records.ts';
import { systemContext } from '../../records/rows/write-context.ts';
import type { Writes } from '../../records/write/writes.ts';
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
export function expirySchedule(records: Records): Schedule {
  return {
    name: NAME,
    cron: '* * * * *',
    async run(signal) {
      while (!signal.aborted && (await logEnded(records)));
    },
  };
}

/** One batch. Returns whether more may follow. */
async function logEnded({ ownReads, write, language }: Records): Promise<boolean> {
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
      const row = await writes.find(membership, id);
      if (!row || row.until === null || row.until > now) continue;
      const text = row.end_logged ? undefined : await membershipText(writes, row);
      if (text) await append(writes, text, { language, user_id: row.user_id });
      if (row.until <= now - SHOWN_MS) await writes.remove(membership, id);
      else await writes.update(membership, id, { end_logged: true });
    }
    for (const { id } of grants) {
      const row = await writes.find(grant, id);
      if (!row || row.until === null || row.until > now) continue;
      const text = row.end_logged ? undefined : await grantText(writes, row);
      if (text) await append(writes, text, { language, user_id: 0n });
      if (row.until <= now - SHOWN_MS) await writes.remove(grant, id);
      else await writes.update(grant, id, { end_logged: true });
    }
  });
  return Math.max(memberships.length, grants.length) >= BATCH;
}

async function membershipText(writes: Writes, row: { readonly user_id: bigint; readonly group_id: bigint }) {
  const name = (await writes.find(user, row.user_id))?.username ?? String(row.user_id);
  const joined = (await writes.find(group, row.group_id))?.name ?? String(row.group_id);
  return message('membershipOver', { name, group: joined });
}

async function grantText(writes: Writes, row: { readonly permission_id: bigint; readonly group_id: bigint }) {
  const name = (await writes.find(permission, row.permission_id))?.name ?? String(row.permission_id);
  const holder = (await writes.find(group, row.group_id))?.name ?? String(row.group_id);
  return message('grantOver', { permission: name, group: holder });
}

async function append(
  writes: Writes,
  text: Text,
  { language, user_id }: { readonly language: Records['language']; readonly user_id: bigint },
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

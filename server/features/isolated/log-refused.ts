import { log, logged, systemContext } from '../../records/index.ts';
import type { RecordStore } from '../../records/record-store.ts';
import { MINUTE_MS } from '../../shared/durations.ts';
import type { LivingGrant } from './grants.ts';
import { message } from './messages/message.ts';

/** Adds a line to the audit log about what a plug-in asked for and was not granted. */
export type LogRefused = (plugin: string, grant: LivingGrant, problem: string) => void;

/** Lines about one plug-in in a minute; a plug-in that goes on is known by these. */
const MOST_LINES = 50;

export function makeLogRefused(store: RecordStore, report: (cause: unknown) => void): LogRefused {
  const lines = new Map<string, { readonly since: number; count: number }>();
  return (plugin, { keyId, user }, problem) => {
    const now = Date.now();
    const known = lines.get(plugin);
    const counted = known && now - known.since < MINUTE_MS ? known : { since: now, count: 0 };
    lines.set(plugin, counted);
    counted.count += 1;
    if (counted.count > MOST_LINES) return;
    store
      .write(systemContext('refusal of a plug-in'), (writes) =>
        writes.append(log, {
          ...logged(message('pluginRefused', { plugin, problem }), store.language),
          user_id: user.id,
          username: user.username,
          key_id: keyId,
          status_code: 403,
        }),
      )
      .catch(report);
  };
}

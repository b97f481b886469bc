import { defineJob, type JobDefinition } from 'quire-cms';

const DAY_MS = 86_400_000;

/** Removes redirects that are older than this, every night. */
export function removeStale(keepDays: number): JobDefinition<Record<never, never>> {
  return defineJob({
    name: 'remove_stale_redirects',
    label: { en: 'Remove old redirects', zh: '删除过期的重定向' },
    schedule: { cron: '30 3 * * *' },
    async run({ records, time, signal }) {
      for await (const { id } of records.each('redirect', {
        create_time: { lt: time - keepDays * DAY_MS },
      })) {
        signal.throwIfAborted();
        await records.remove('redirect', id);
      }
    },
  });
}

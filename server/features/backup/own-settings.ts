import { DueTimes } from '../../background/schedule.ts';
import { integer, optional, text } from '../../definitions/project/setting-kinds.ts';
import type { CamelCased } from '../../settings/camel-case.ts';
import type { Settings } from '../../settings/values.ts';

const NEVER = 'never';
const times = 'five fields as in cron, in UTC, such as 0 3 * * *; or never';

/** The settings of backups. */
export const backupSettings = {
  BACKUP_TO: optional({
    meaning: 'Folder in which a running server makes backups. Without it, only `quire backup` does.',
    allowed: 'a folder, better one of another disk or machine',
  }),
  BACKUP_AT: text({
    initial: '0 3 * * *',
    meaning: 'When backups are made in BACKUP_TO.',
    allowed: times,
    fits: isCalendar,
  }),
  BACKUP_KEEP: integer({
    initial: 14,
    min: 1,
    max: 10_000,
    meaning: 'How many backups stay in BACKUP_TO; older ones are removed.',
  }),
  BACKUP_DRILL_AT: text({
    initial: '0 5 * * 0',
    meaning: 'When the newest backup in BACKUP_TO is restored to a scratch database, to see that it works.',
    allowed: times,
    fits: isCalendar,
  }),
  BACKUP_KEY_FILE: optional({
    meaning:
      'File of keys for which backups are encrypted, as age-keygen writes it. With public keys alone, backups can be made, but not tried or restored.',
    allowed: 'a file that its owner alone may read',
  }),
};

/** The values of these settings, beside those of the core. */
export type BackupSettings = Settings & CamelCased<typeof backupSettings>;

/** A schedule's time as a pattern; undefined for never. */
export function patternOf(time: string): string | undefined {
  return time === NEVER ? undefined : time;
}

function isCalendar(value: string): boolean {
  if (value === NEVER) return true;
  try {
    new DueTimes({ cron: value }, 0);
    return true;
  } catch {
    return false;
  }
}

import { choice } from '../../definitions/fields/choice.ts';
import { integer } from '../../definitions/fields/integer.ts';
import { text } from '../../definitions/fields/text.ts';
import { bigint, dateTime, defineCollection } from '../../definitions/for-server.ts';
import { message } from './messages/message.ts';

/** A backup that was made or tried, or that could not be. */
export const backupRun = defineCollection({
  name: 'quire_backup_run',
  label: message('backupRunLabel'),
  audit: 'none',
  fields: {
    task: choice(['backup', 'drill'], { required: true }),
    /** The name of the backup; empty where there is none. */
    backup: text({ max: 200, default: '' }),
    time: dateTime({ required: true }),
    seconds: integer({ required: true }),
    /** How many records and files the backup holds. */
    records: bigint({ renamedFrom: 'rows' }),
    files: integer(),
    /** Why it did not work; null if it did. */
    problem: text({ max: 1000, multiline: true }),
  },
  indexes: [['task', 'time']],
});

/** For how long runs are kept. */
export const RUN_DAYS = 400;

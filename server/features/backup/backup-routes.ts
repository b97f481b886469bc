import { Type } from '../../../contract/json-schema.ts';
import { orSuper } from '../../access/delegation/permissions.ts';
import type { AccessRule } from '../../definitions/access-rule.ts';
import type { RecordOf } from '../../definitions/types/record-types.ts';
import { type Route, route } from '../../http/route.ts';
import type { RecordStore } from '../../records/record-store.ts';
import type { backupRun } from './backup-run.collection.ts';
import { message } from './messages/message.ts';
import { lastRun } from './runs.ts';

const run = Type.Nullable(
  Type.Object({
    backup: Type.String({ about: message('backupName') }),
    time: Type.Integer({ about: message('timestamp') }),
    seconds: Type.Integer(),
    records: Type.Nullable(Type.Integer({ olderName: 'rows' })),
    files: Type.Nullable(Type.Integer()),
    problem: Type.Nullable(Type.String({ about: message('backupProblem') })),
  }),
);

/** Seeing how backups fare: monitoring needs it, and nothing else. */
export const seeBackups = {
  level: 'permission',
  permission: { key: 'backup.see', name: message('seeBackups'), module: message('backupsTag') },
} as const satisfies AccessRule;

/** When a backup was last made, and when one was last restored: what monitoring should ask for. */
export const backupRoutes = ({ ownReads: reads }: RecordStore): Route[] => [
  route({
    method: 'GET',
    path: '/health/backups',
    access: orSuper(seeBackups),
    tag: message('healthTag'),
    summary: message('backupHealth'),
    answer: Type.Object({
      last_backup: run,
      last_good_backup: run,
      last_drill: run,
      last_good_drill: run,
    }),
    async handle() {
      const last = async (task: 'backup' | 'drill', hasWorked: boolean) =>
        toItem(await lastRun(reads, task, { hasWorked }));
      return {
        last_backup: await last('backup', false),
        last_good_backup: await last('backup', true),
        last_drill: await last('drill', false),
        last_good_drill: await last('drill', true),
      };
    },
  }),
];

function toItem(record: RecordOf<typeof backupRun> | undefined) {
  if (!record) return null;
  const { backup, time, seconds, records, files, problem } = record;
  return { backup, time, seconds, records: records === null ? null : Number(records), files, problem };
}

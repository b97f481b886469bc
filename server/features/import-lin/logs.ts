import { erasedAmong } from '../../access/erasure/erased-among.ts';
import { log } from '../../records/log.collection.ts';
import { DAY_MS } from '../../shared/durations.ts';
import { type ImportStep, imported, skipped } from './decision.ts';
import { decideEach, idOf, type Move, timesOf } from './move.ts';

const table = 'lin_log';

/** The log, with the new ids of its users. For users that are not imported it keeps only the name. */
export function logs(move: Move): ImportStep {
  const oldest = move.logDays === 0 ? Number.NEGATIVE_INFINITY : Date.now() - move.logDays * DAY_MS;
  return {
    table,
    select: [
      't.user_id',
      ...move.source.only(table, 'message', 'username', 'status_code', 'method', 'path', 'permission'),
      ...move.source.only(table, 'create_time', 'update_time'),
      `${move.source.isDeleted(table)} as deleted`,
    ],
    async decide(records) {
      const users = await move.mapping.targets(
        'lin_user',
        records.map((record) => idOf(record.user_id)),
      );
      const erased = await erasedAmong(move.store.reads, [...users.values()]);
      return decideEach(move, table, records, (record) => {
        const user = users.get(idOf(record.user_id));
        const { times, changes } = timesOf(move, record);
        if (times.created < oldest)
          return skipped(`the log is kept for ${move.logDays} days here (LOG_RETENTION_DAYS)`);
        if (user !== undefined && erased.has(user)) return skipped('it is of a user who was erased here');
        if (user === undefined) changes.push('its user is not taken over, only the name');
        const values = {
          message: record.message ?? '',
          user_id: user ?? 0n,
          username: record.username ?? '',
          status_code: Number(record.status_code),
          method: record.method ?? '',
          path: record.path ?? '',
          permission: record.permission ?? '',
        };
        return imported(log, values, { times, changes });
      });
    },
  };
}

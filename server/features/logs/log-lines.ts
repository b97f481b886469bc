import { Type, type TypeOf } from '../../../contract/json-schema.ts';
import { refusal } from '../../access/refusals/refusal.collection.ts';
import type { RecordOf } from '../../definitions/types/record-types.ts';
import { badParameters } from '../../errors.ts';
import { bodyId, linQuery } from '../../http/paging.ts';
import type { log, Reads, Select } from '../../records/index.ts';
import { momentIn } from '../../shared/moments.ts';
import { asUserName } from '../../shared/text/profiles.ts';
import { message } from './messages/message.ts';

/** Lines with this status or a higher one are refusals. */
const FIRST_REFUSED = 400;

/** What narrows the lines of the log. */
export const period = {
  name: Type.Optional(Type.String({ maxLength: 24 })),
  start: Type.Optional(Type.String({ maxLength: 30, description: 'YYYY-MM-DD HH:mm:ss' })),
  end: Type.Optional(Type.String({ maxLength: 30 })),
  address: Type.Optional(Type.Boolean({ about: message('withAddresses') })),
  refusal_ids: Type.Optional(Type.Boolean({ about: message('withRefusalIds') })),
  refused: Type.Optional(Type.Boolean({ about: message('onlyRefused') })),
  sessions: Type.Optional(Type.Boolean({ about: message('onlySessions') })),
  key: Type.Optional({ ...bodyId, about: message('onlyByKey') }),
};

export const periodQuery = linQuery(period);

export type PeriodQuery = TypeOf<typeof periodQuery>;

/** The ids that explain refusals, by the ids of their lines. Both are written at one time, which is indexed. */
export async function refusalIdsOf(reads: Reads, lines: readonly RecordOf<typeof log>[]) {
  const times = new Set(lines.filter(isRefused).map(({ create_time }) => create_time));
  if (times.size === 0) return new Map();
  const kept = await reads.where(refusal, (select) => select.where('create_time', 'in', [...times]));
  return new Map(kept.map(({ log_id, request_id }) => [log_id, request_id]));
}

function isRefused({ status_code }: RecordOf<typeof log>): boolean {
  return status_code >= FIRST_REFUSED;
}

/** Requests that begin, renew or end a session. */
const SESSION_PATHS = [
  ...['/cms/user/login', '/cms/user/refresh', '/cms/user/logout'],
  ...['/cms/console/session', '/cms/console/session/refresh'],
];

/** Clients of Lin CMS send times in the server's own time zone. */
export function within(select: Select, { name, key, start, end, refused, sessions }: PeriodQuery): Select {
  let narrowed = key === undefined ? select : select.where('key_id', '=', key);
  if (sessions !== undefined) narrowed = narrowed.where('path', sessions ? 'in' : 'not in', SESSION_PATHS);
  if (refused !== undefined) narrowed = narrowed.where('status_code', refused ? '>=' : '<', FIRST_REFUSED);
  if (name) narrowed = narrowed.where('username', '=', asUserName(name));
  if (start) narrowed = narrowed.where('create_time', '>=', toTime(start, 'start'));
  if (end) narrowed = narrowed.where('create_time', '<=', toTime(end, 'end') + 999);
  return narrowed;
}

function toTime(text: string, name: string): number {
  const match = /^(\d{4})[-/](\d{2})[-/](\d{2})(?:[ T](\d{2}):(\d{2}):(\d{2}))?$/.exec(text);
  const [, year, month, day, ...clock] = match ?? [];
  const time = match
    ? momentIn(`${year}-${month}-${day}T${clock.map((part) => part ?? '00').join(':')}`)
    : undefined;
  if (time === undefined)
    throw badParameters({ [name]: message('badTime', { allowed: 'YYYY-MM-DD HH:mm:ss' }) });
  return time;
}

import { Type, type TypeOf } from '../../../contract/json-schema.ts';
import type { Door } from '../../access/door.ts';
import { refusal } from '../../access/refusals/refusal.collection.ts';
import type { AccessRule, Permission } from '../../definitions/access-rule.ts';
import type { RecordOf } from '../../definitions/types/record-types.ts';
import { badParameters } from '../../errors.ts';
import { linPage, linQuery, readLinPage, toLinPage } from '../../http/lin-paging.ts';
import { bodyId } from '../../http/paging.ts';
import { idOrNobody } from '../../http/parse-id.ts';
import { type Input, type Route, route } from '../../http/route.ts';
import type { Text } from '../../messages/message.ts';
import { log, shownMessage } from '../../records/log.collection.ts';
import type { Select } from '../../records/query/select.ts';
import type { Reads } from '../../records/store/reads.ts';
import { asUserName } from '../../shared/text/profiles.ts';
import { activityRoute } from './activity-route.ts';
import { loggedNames } from './logged-names.ts';
import { message } from './messages/message.ts';
import { permissionNames } from './permission-names.ts';

const common = { method: 'GET', tag: message('logTag') } as const;
/** Lines with this status or a higher one are refusals. */
const FIRST_REFUSED = 400;

const record = Type.Object({
  id: Type.Id(),
  message: Type.String(),
  time: Type.Integer(),
  user_id: idOrNobody,
  username: Type.String(),
  user_name: Type.String(),
  status_code: Type.Integer(),
  method: Type.String(),
  path: Type.String(),
  permission: Type.String(),
  authority: Type.String(),
  address: Type.Optional(Type.Nullable(Type.String())),
  refusal_id: Type.Optional(Type.Nullable(Type.String())),
});

const period = {
  name: Type.Optional(Type.String({ maxLength: 24 })),
  start: Type.Optional(Type.String({ maxLength: 30, description: 'YYYY-MM-DD HH:mm:ss' })),
  end: Type.Optional(Type.String({ maxLength: 30 })),
  address: Type.Optional(Type.Boolean({ about: message('withAddresses') })),
  refusal_ids: Type.Optional(Type.Boolean({ about: message('withRefusalIds') })),
  refused: Type.Optional(Type.Boolean({ about: message('onlyRefused') })),
  sessions: Type.Optional(Type.Boolean({ about: message('onlySessions') })),
  key: Type.Optional({ ...bodyId, about: message('onlyByKey') }),
};

const periodQuery = linQuery(period);

type PeriodQuery = TypeOf<typeof periodQuery>;
type NameOf = ReturnType<typeof permissionNames>;

const mayList = granted('log.list', message('seeWholeLog'));
const maySearch = granted('log.search', message('searchTheLog'));
const maySeeNames = granted('log.users', message('seeLoggedUsers'));

/** The rules of the log, by permissions of its own. */
export const logRules: readonly AccessRule[] = [mayList, maySearch, maySeeNames];

const listLog = (nameOf: NameOf) =>
  route({
    ...common,
    path: '/cms/log',
    access: mayList,
    summary: message('listLog'),
    query: periodQuery,
    answer: linPage(record),
    kind: 'logPage',
    isTranslated: true,
    handle: (door, input) => pageOf(door, input, { nameOf, narrow: (select) => select }),
  });

const searchLog = (nameOf: NameOf) =>
  route({
    ...common,
    path: '/cms/log/search',
    access: maySearch,
    summary: message('searchLog'),
    query: linQuery({ ...period, keyword: Type.Optional(Type.String({ maxLength: 100 })) }),
    answer: linPage(record),
    kind: 'logPage',
    isTranslated: true,
    handle: (door, input) =>
      pageOf(door, input, {
        nameOf,
        narrow: (select) => contains(door.longReads, select, input.query.keyword),
      }),
  });

const listLoggedUsers = route({
  ...common,
  path: '/cms/log/users',
  access: maySeeNames,
  summary: message('loggedUsers'),
  query: linQuery({}),
  answer: linPage(Type.String()),
  kind: 'namePage',
  async handle({ longReads }, { query }) {
    const { count, offset } = readLinPage(query);
    const names = await longReads.records<{ name: string }>(
      loggedNames(longReads).orderBy('name').limit(count).offset(offset),
      { name: { type: 'text' } },
    );
    const [counted] = await longReads.records<{ total: number }>(
      longReads.query
        .selectFrom(loggedNames(longReads).as('named'))
        .select((e) => e.fn.countAll().as('total')),
      { total: { type: 'integer' } },
    );
    const items = names.map(({ name }) => name);
    return toLinPage(query, items, counted?.total ?? 0);
  },
});

/** The audit log, behind permissions of its own. */
export function logRoutes(declared: () => readonly Permission[]): readonly Route[] {
  const nameOf = permissionNames(declared);
  return [listLog(nameOf), searchLog(nameOf), listLoggedUsers, activityRoute(mayList)];
}

function granted(key: string, name: Text): AccessRule {
  return { level: 'permission', permission: { key, name, module: message('logTag') } };
}

async function pageOf(
  door: Door,
  { query, language }: Input<object, PeriodQuery>,
  { nameOf, narrow }: { nameOf: NameOf; narrow: (select: Select) => Select },
) {
  const { count, offset } = readLinPage(query);
  const wanted = (select: Select) => narrow(within(select, query));
  const records = await door.longReads.where(log, (select) =>
    wanted(select).orderBy('create_time', 'desc').orderBy('id', 'desc').limit(count).offset(offset),
  );
  const refusalIds = query.refusal_ids && (await refusalIdsOf(door.longReads, records));
  const items = records.map((one) => {
    const permission = nameOf(one.permission, language());
    return {
      ...one,
      message: shownMessage(one, language()),
      time: one.create_time,
      user_name: one.username,
      permission,
      authority: permission,
      address: query.address ? one.address : undefined,
      refusal_id: refusalIds ? (refusalIds.get(one.id) ?? null) : undefined,
    };
  });
  return toLinPage(query, items, await door.longReads.count(log, wanted));
}

/** The ids that explain refusals, by the ids of their lines. Both are written at one time, which is indexed. */
async function refusalIdsOf(reads: Reads, lines: readonly RecordOf<typeof log>[]) {
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
function within(select: Select, { name, key, start, end, refused, sessions }: PeriodQuery): Select {
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
  const time = match
    ? Date.parse(
        `${match[1]}-${match[2]}-${match[3]}T${match
          .slice(4)
          .map((part) => part ?? '00')
          .join(':')}`,
      )
    : Number.NaN;
  const isDay = new Date(time).getDate() === Number(match?.[3]); // a 30th of February would pass for the 1st of March
  if (!isDay) throw badParameters({ [name]: message('badTime', { allowed: 'YYYY-MM-DD HH:mm:ss' }) });
  return time;
}

function contains(reads: Reads, select: Select, keyword: string | undefined): Select {
  if (!keyword) return select;
  return select.where((e) =>
    e.or(['message', 'path', 'username'].map((column) => reads.contains(column, keyword))),
  );
}

import type { Expression, SqlBool } from 'kysely';
import type { Door } from '../../access/door.ts';
import {
  type AccessRule,
  type Input,
  idOrNobody,
  linPage,
  linQuery,
  type Permission,
  type Route,
  readLinPage,
  route,
  Type,
  toLinPage,
} from '../../http/index.ts';
import type { Text } from '../../messages/message.ts';
import { log, type Select, shownMessage } from '../../records/index.ts';
import { activityRoute } from './activity-route.ts';
import { logExportRoute } from './log-export-route.ts';
import { type PeriodQuery, period, periodQuery, refusalIdsOf, within } from './log-lines.ts';
import { loggedNames } from './logged-names.ts';
import { message } from './messages/message.ts';
import { permissionNames } from './permission-names.ts';

const common = { method: 'GET', tag: message('logTag') } as const;
/** What a search of the log looks into. */
const SEARCHED = ['message', 'path', 'username'] as const;

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
    handle: (door, input) => pageOf(door, input, { nameOf }),
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
    async handle(door, input) {
      const { keyword } = input.query;
      const holds = keyword ? await door.longReads.containedIn(log, SEARCHED, keyword) : undefined;
      return pageOf(door, input, { nameOf, holds });
    },
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
  return [
    listLog(nameOf),
    searchLog(nameOf),
    listLoggedUsers,
    activityRoute(mayList),
    logExportRoute(mayList, nameOf),
  ];
}

function granted(key: string, name: Text): AccessRule {
  return { level: 'permission', permission: { key, name, module: message('logTag') } };
}

async function pageOf(
  door: Door,
  { query, language }: Input<object, PeriodQuery>,
  { nameOf, holds }: { readonly nameOf: NameOf; readonly holds?: Expression<SqlBool> | undefined },
) {
  const { count, offset } = readLinPage(query);
  const wanted = (select: Select) => (holds ? within(select, query).where(holds) : within(select, query));
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

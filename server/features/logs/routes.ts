import { Type } from '../../../contract/json-schema.ts';
import type { Door } from '../../access/door.ts';
import type { AccessRule } from '../../definitions/access-rule.ts';
import { INT64 } from '../../definitions/bigint.ts';
import { badParameters } from '../../errors.ts';
import { linPage, linQuery, toLinPage } from '../../http/lin-paging.ts';
import type { Route } from '../../http/route.ts';
import { log } from '../../records/log.record.ts';
import type { Reads } from '../../records/reads.ts';

type Select = Parameters<Parameters<Door['reads']['where']>[1]>[0];

const row = Type.Object({
  id: INT64,
  message: Type.String(),
  time: Type.Integer(),
  user_id: INT64,
  username: Type.String(),
  user_name: Type.String(),
  status_code: Type.Integer(),
  method: Type.String(),
  path: Type.String(),
  permission: Type.String(),
  authority: Type.String(),
});

const period = {
  name: Type.Optional(Type.String({ maxLength: 24 })),
  start: Type.Optional(Type.String({ maxLength: 30, description: 'YYYY-MM-DD HH:mm:ss' })),
  end: Type.Optional(Type.String({ maxLength: 30 })),
};

/** The audit log, for whoever was granted to read it. */
export const logRoutes: Route[] = [
  {
    method: 'GET',
    path: '/cms/log',
    access: granted('log.list', '查询所有日志'),
    summary: '日志列表，最新的在前',
    tag: '日志',
    family: 'cms',
    query: linQuery(period),
    answer: linPage(row),
    kind: 'logPage',
    handle: (door, { query }) => page(door, query, (select) => select),
  },
  {
    method: 'GET',
    path: '/cms/log/search',
    access: granted('log.search', '搜索日志'),
    summary: '按关键字、用户与时间搜索日志',
    tag: '日志',
    family: 'cms',
    query: linQuery({ ...period, keyword: Type.Optional(Type.String({ maxLength: 100 })) }),
    answer: linPage(row),
    kind: 'logPage',
    handle: (door, { query }) =>
      page(door, query, (select) => contains(door.longReads, select, query.keyword as string | undefined)),
  },
  {
    method: 'GET',
    path: '/cms/log/users',
    access: granted('log.users', '查询日志记录的用户'),
    summary: '日志里出现过的用户',
    tag: '日志',
    family: 'cms',
    query: linQuery(),
    answer: linPage(Type.String()),
    handle: async (door, { query }) => {
      const { page: index, count } = toLinPage(query);
      const names = await door.longReads.rows<{ username: string }>(
        door.longReads.query
          .selectFrom(log.name)
          .select('username')
          .distinct()
          .where('username', '<>', '')
          .orderBy('username')
          .limit(count)
          .offset(index * count),
        { username: { type: 'text' } },
      );
      const [counted] = await door.longReads.rows<{ total: number }>(
        door.longReads.query
          .selectFrom(log.name)
          .select((q) => q.fn.count('username').distinct().as('total'))
          .where('username', '<>', ''),
        { total: { type: 'integer' } },
      );
      return toLinPage(
        query,
        names.map(({ username }) => username),
        counted?.total ?? 0,
      );
    },
  },
];

function granted(key: string, name: string): AccessRule {
  return { level: 'permission', permission: { key, name, module: '日志' } };
}

async function page(
  door: Door,
  query: Readonly<Record<string, unknown>>,
  narrow: (select: Select) => Select,
) {
  const { page: index, count } = toLinPage(query);
  const wanted = (select: Select) => narrow(within(select, query));
  const rows = await door.longReads.where(log, (select) =>
    wanted(select)
      .orderBy('create_time', 'desc')
      .orderBy('id', 'desc')
      .limit(count)
      .offset(index * count),
  );
  const items = rows.map((one) => ({
    ...one,
    time: one.create_time,
    user_name: one.username,
    authority: one.permission,
  }));
  return toLinPage(query, items, await door.longReads.count(log, wanted));
}

/** The times are the server's own, as the family's clients send them. */
function within(select: Select, { name, start, end }: Readonly<Record<string, unknown>>): Select {
  let narrowed = select;
  if (name) narrowed = narrowed.where('username', '=', name);
  if (start) narrowed = narrowed.where('create_time', '>=', toTime(start as string, 'start'));
  if (end) narrowed = narrowed.where('create_time', '<=', toTime(end as string, 'end') + 999);
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
  if (!isDay) throw badParameters({ [name]: '格式应为 YYYY-MM-DD HH:mm:ss' });
  return time;
}

function contains(reads: Reads, select: Select, keyword: string | undefined): Select {
  if (!keyword) return select;
  return select.where((e) =>
    e.or(['message', 'path', 'username'].map((column) => reads.contains(column, keyword))),
  );
}

import { type SqlBool, sql } from 'kysely';
import { Type, type TypeOf } from '../../../contract/json-schema.ts';
import type { AccessRule } from '../../definitions/access-rule.ts';
import { badParameters } from '../../errors.ts';
import { type Route, route, timeBounds } from '../../http/index.ts';
import { log, type Reads } from '../../records/index.ts';
import { HOUR_MS } from '../../shared/durations.ts';
import { message } from './messages/message.ts';

const SIZES = { hour: HOUR_MS, day: 24 * HOUR_MS } as const;
const MOST_PERIODS = 1000;
const DEFAULT_PERIODS = 30;

const time = Type.Integer(timeBounds);
const query = Type.Object({
  by: Type.Optional(Type.String({ enum: ['hour', 'day'] })),
  start: Type.Optional(time),
  end: Type.Optional(time),
  /** Days begin at midnight of the reader: their offset from UTC in minutes. */
  offset: Type.Optional(Type.Integer({ minimum: -840, maximum: 840, about: message('minutesAheadOfUtc') })),
});

/** How many log lines there are of each hour or day: what was done, and what was refused. Periods without lines are left out. */
export const activityRoute = (access: AccessRule): Route =>
  route({
    method: 'GET',
    path: '/cms/log/activity',
    tag: message('logTag'),
    access,
    summary: message('logActivity'),
    query,
    answer: Type.Object({
      by: Type.String(),
      items: Type.Array(Type.Object({ time: Type.Integer(), done: Type.Integer(), refused: Type.Integer() })),
    }),
    handle: async ({ longReads, admission }, { query: wanted }) => {
      const by = wanted.by === 'hour' ? 'hour' : 'day';
      return { by, items: await countPeriods(longReads, toPeriods(wanted, SIZES[by], admission.now)) };
    },
  });

interface Periods {
  readonly size: number;
  readonly start: number;
  readonly end: number;
  readonly offset: number;
}

function toPeriods({ start, end, offset = 0 }: TypeOf<typeof query>, size: number, now: number): Periods {
  const until = end ?? now;
  const from = start ?? Math.max(0, until - DEFAULT_PERIODS * size);
  if (until - from > MOST_PERIODS * size)
    throw badParameters({ start: message('tooManyPeriods', { max: MOST_PERIODS }) });
  return { size, start: from, end: until, offset: offset * 60_000 };
}

async function countPeriods(reads: Reads, { size, start, end, offset }: Periods) {
  const local = sql<number>`(create_time + ${sql.lit(offset)})`;
  const period = sql<number>`${local} - ${local} % ${sql.lit(size)} - ${sql.lit(offset)}`;
  const isRefused = sql<SqlBool>`case when status_code >= 400 then 1 else 0 end`;
  const counted = await reads.records<{ time: number; refused: number; total: number }>(
    reads.query
      .selectFrom(log.name)
      .select((e) => [period.as('time'), e.fn.sum(isRefused).as('refused'), e.fn.countAll().as('total')])
      .where('create_time', '>=', start)
      .where('create_time', '<=', end)
      .groupBy(period)
      .orderBy(period),
    { time: { type: 'time' }, refused: { type: 'integer' }, total: { type: 'integer' } },
  );
  return counted.map(({ time: at, refused, total }) => ({ time: at, done: total - refused, refused }));
}

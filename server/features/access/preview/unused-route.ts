import { Type } from '../../../../contract/json-schema.ts';
import { grant, group, LEVEL, membership, permission, permissionUse } from '../../../access/index.ts';
import { superAdministrator } from '../../../definitions/access-rule.ts';
import { type Route, route } from '../../../http/route.ts';
import type { Reads } from '../../../records/store/reads.ts';
import { DAY_MS } from '../../../shared/durations.ts';
import { message } from '../messages/message.ts';
import { recordedSince } from './past-decisions.ts';

const DAYS = 90;

interface Held {
  readonly group_id: bigint;
  readonly group_name: string;
  readonly permission_id: bigint;
  readonly key: string;
  readonly name: string;
  readonly last_day: number | null;
}

/** Permissions of groups that none of their members has used recently, as a proposal for least privilege. */
export const unusedRoute: Route = route({
  method: 'GET',
  path: '/cms/access/unused',
  tag: message('accessTag'),
  access: superAdministrator,
  summary: message('unusedPermissions'),
  query: Type.Object({ days: Type.Optional(Type.Integer({ minimum: 1, maximum: 3650 })) }),
  answer: Type.Object({
    recorded_since: Type.Nullable(Type.Integer()),
    complete: Type.Boolean({ about: message('recordedLongEnough') }),
    items: Type.Array(
      Type.Object({
        group_id: Type.Id(),
        group_name: Type.String(),
        permission_id: Type.Id(),
        key: Type.String(),
        name: Type.String(),
        last_day: Type.Nullable(Type.Integer()),
      }),
    ),
  }),
  async handle({ longReads, admission: { now } }, { query: { days = DAYS } }) {
    const before = now - days * DAY_MS;
    const since = await recordedSince(longReads);
    const held = since === null ? [] : await findHeld(longReads, before, now);
    return {
      recorded_since: since,
      complete: since !== null && since <= before,
      items: held.filter(({ last_day }) => last_day === null || last_day < before - DAY_MS),
    };
  },
});

/** What groups still hold that they were granted `before`, with the last day on which one of their present members used it. */
function findHeld(reads: Reads, before: number, now: number): Promise<Held[]> {
  const query = reads.query
    .selectFrom(`${grant.name} as r`)
    .innerJoin(`${group.name} as g`, 'g.id', 'r.group_id')
    .innerJoin(`${permission.name} as p`, 'p.id', 'r.permission_id')
    .leftJoin(`${membership.name} as m`, (join) =>
      join
        .onRef('m.group_id', '=', 'g.id')
        .on((e) => e.or([e('m.until', 'is', null), e('m.until', '>', now)])),
    )
    .leftJoin(`${permissionUse.name} as u`, (join) =>
      join.onRef('u.user_id', '=', 'm.user_id').onRef('u.permission', '=', 'p.key'),
    )
    .select(['g.id as group_id', 'g.name as group_name', 'p.id as permission_id', 'p.key', 'p.name'])
    .select((e) => e.fn.max('u.last_day').as('last_day'))
    .where('g.level', '<>', LEVEL.root)
    .where('p.mount', '=', true)
    .where('r.create_time', '<', before)
    .where((e) => e.or([e('r.until', 'is', null), e('r.until', '>', now)]))
    .groupBy(['g.id', 'g.name', 'p.id', 'p.key', 'p.name'])
    .orderBy('g.id')
    .orderBy('p.id');
  return reads.records<Held>(query, {
    group_id: { type: 'bigint' },
    group_name: { type: 'text' },
    permission_id: { type: 'bigint' },
    key: { type: 'text' },
    name: { type: 'text' },
    last_day: { type: 'time' },
  });
}

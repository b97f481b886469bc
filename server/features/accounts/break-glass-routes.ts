import { Type } from '../../../contract/json-schema.ts';
import {
  breakGlass,
  done,
  getUser,
  group,
  isOver,
  LEVEL,
  lockGiverById,
  membership,
  requireOwnHand,
  requireOwnPassword,
  success,
  type Validity,
  validityColumns,
  WriteResult,
} from '../../access/index.ts';
import { AppError, badParameters } from '../../errors.ts';
import { type Route, route } from '../../http/route.ts';
import type { Reads, Writes } from '../../records/index.ts';
import { MINUTE_MS } from '../../shared/durations.ts';
import { breakGlassJobs } from './break-glass-mail.ts';
import { failures } from './failures.ts';
import { message } from './messages/message.ts';

const common = {
  tag: message('administratorsTag'),
  access: breakGlass,
  path: '/cms/admin/break-glass',
} as const;

/** The routes by which users with a permission become super administrators for minutes, in an emergency. */
export function breakGlassRoutes(mostMinutes: number, hasMail: boolean): Route[] {
  return [showRoute(mostMinutes), breakRoute(mostMinutes, hasMail), endRoute];
}

function showRoute(mostMinutes: number): Route {
  return route({
    ...common,
    method: 'GET',
    summary: message('showBreakGlass'),
    answer: Type.Object({
      minutes: Type.Integer({ about: message('breakGlassMinutes') }),
      until: Type.Nullable(Type.Integer({ about: message('givenUntil') })),
    }),
    async handle({ reads, actor }) {
      const record = await ownRootMembership(reads, actor.id);
      const until = record && !isOver(record.until) ? record.until : null;
      const isForGood = actor.isSuper && until === null;
      return { minutes: isForGood ? 0 : mostMinutes, until };
    },
  });
}

function breakRoute(mostMinutes: number, hasMail: boolean): Route {
  return route({
    ...common,
    method: 'POST',
    refusesPrograms: message('keysGiveNothing'),
    refusesIdempotencyKeys: true,
    withEndingRights: 'gives a right that ends with them',
    needsProof: 'withSecondFactor',
    summary: message('breakGlassSummary'),
    body: Type.Object(
      {
        reason: Type.String({ minLength: 10, maxLength: 255, about: message('givenBecause') }),
        password: Type.String({ minLength: 1, maxLength: 128 }),
        minutes: Type.Optional(Type.Integer({ minimum: 1, maximum: 240 })),
      },
      { additionalProperties: false },
    ),
    answerFields: {
      until: Type.Integer({ about: message('givenUntil') }),
      not_told: Type.Array(Type.String(), { about: message('breakGlassNotTold') }),
    },
    async handle(door, { body: { reason, password, minutes = mostMinutes } }) {
      if (mostMinutes === 0) throw new AppError(failures.breakGlassOff);
      if (minutes > mostMinutes) throw badParameters({ minutes: message('aboveMost', { max: mostMinutes }) });
      await requireOwnPassword(door, await getUser(door.reads, door.actor.id), password);
      return door.write(async (writes) => {
        const { id, username } = await getUser(writes, door.actor.id);
        await requireOwnHand(writes, id);
        const { isSuper, end } = await lockGiverById(writes, id, [breakGlass.permission.key]);
        if (isSuper) throw badParameters({ '': message('alreadySuper') });
        const until = Math.min(writes.context.now + minutes * MINUTE_MS, end);
        await joinRoot(writes, id, { until, reason });
        const { jobs, withoutMail } = await breakGlassJobs(writes, { username, reason, until }, hasMail);
        for (const job of jobs) writes.follow(job);
        const text = message('glassBroken', { minutes, reason, untold: withoutMail });
        return new WriteResult(
          { status: 200, code: success.done, text },
          { more: { until, not_told: withoutMail } },
        );
      });
    },
  });
}

const endRoute = route({
  ...common,
  method: 'DELETE',
  harmless: 'ends the own right',
  refusesIdempotencyKeys: true,
  summary: message('endBreakGlass'),
  handle: (door) =>
    door.write(async (writes) => {
      const record = await ownRootMembership(writes, door.actor.id);
      if (!record || record.until === null) throw new AppError('recordNotFound');
      await writes.remove(membership, record.id);
      return done(success.deleted, message('breakGlassEnded'));
    }),
});

async function joinRoot(writes: Writes, user_id: bigint, validity: Validity): Promise<void> {
  const record = await ownRootMembership(writes, user_id); // one that has ended
  if (record) return writes.update(membership, record.id, validityColumns(validity));
  await writes.create(membership, { user_id, group_id: await rootGroup(writes), ...validity });
}

async function ownRootMembership(reads: Reads, userId: bigint) {
  const root = await rootGroup(reads);
  return reads.first(membership, (select) =>
    select.where('user_id', '=', userId).where('group_id', '=', root),
  );
}

async function rootGroup(reads: Reads): Promise<bigint> {
  const root = await reads.first(group, (select) => select.where('level', '=', LEVEL.root));
  if (!root) throw new Error('the super administrators have no group');
  return root.id;
}

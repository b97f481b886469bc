import {
  type Door,
  done,
  type FindBeginner,
  requireOwnHand,
  success,
  WriteResult,
} from '../../access/index.ts';
import { AppError, badParameters } from '../../errors.ts';
import { idInPath, login, parseId, type Route, route, Type } from '../../http/index.ts';
import type { Writes } from '../../records/write/writes.ts';
import { applySet } from './apply-set.ts';
import type { ChangeSet } from './change-set.collection.ts';
import { failures } from './failures.ts';
import { itemsOf } from './items.ts';
import { message } from './messages/message.ts';
import { requireFittingValues, requireKnown } from './read-items.ts';
import {
  getOwnSet,
  getSet,
  hasDecided,
  isAuthor,
  namedUser,
  requireState,
  type SetLifetime,
  touchSet,
} from './sets.ts';
import { isOwnProposal, mayDecide, sightOf } from './sight.ts';

interface DecisionParts extends SetLifetime {
  readonly findBeginner: FindBeginner;
}

const path = '/v1/change-set/:id';
const common = {
  tag: message('changeSetsTag'),
  access: login,
  method: 'POST',
  params: idInPath,
} as const;
const version = Type.Integer({ minimum: 1, about: message('setVersion') });
/** Clears the decision when the set is changed again. */
const UNDECIDED = { decide_user_id: null, decide_time: null, reason: '' } as const;

/** Submits sets, decides on them and applies them. */
export function decisionRoutes(parts: DecisionParts): Route[] {
  return [
    submitRoute(parts),
    withdrawRoute(parts),
    approveRoute(parts),
    rejectRoute(parts),
    applyRoute(parts),
  ];
}

function submitRoute(parts: DecisionParts): Route {
  return route({
    ...common,
    path: `${path}/submit`,
    summary: message('submitChangeSet'),
    answersItems: true,
    handle: (door, { params }) =>
      door.write(async (writes) => {
        const set = await getOwnSet(writes, parts, parseId(params.id), door.actor);
        requireState(set, 'draft');
        if (set.size === 0) throw badParameters({ items: message('missing') });
        await requireFittingValues(requireKnown(await itemsOf(writes, set.id)));
        await touchSet(writes, set, { state: 'submitted' });
        return done(success.done, message('changeSetSubmitted', { title: set.title }));
      }),
  });
}

function withdrawRoute(parts: DecisionParts): Route {
  return route({
    ...common,
    path: `${path}/withdraw`,
    summary: message('withdrawChangeSet'),
    handle: (door, { params }) =>
      door.write(async (writes) => {
        const set = await getOwnSet(writes, parts, parseId(params.id), door.actor);
        requireState(set, 'submitted', 'approved', 'rejected');
        await touchSet(writes, set, { state: 'draft', ...UNDECIDED });
        return done(success.done, message('changeSetWithdrawn', { title: set.title }));
      }),
  });
}

function approveRoute(parts: DecisionParts): Route {
  return route({
    ...common,
    path: `${path}/approve`,
    refusesPrograms: message('keysDecideNothing'),
    needsProof: 'withSecondFactor',
    summary: message('approveChangeSet'),
    body: Type.Object(
      { version, apply: Type.Optional(Type.Boolean({ about: message('approveAndApply') })) },
      { additionalProperties: false },
    ),
    answersItems: true,
    handle: (door, { params, body }) =>
      door.write(async (writes) => {
        const set = await getToDecide(writes, parts, door, { id: parseId(params.id), version: body.version });
        await requireOwnHand(writes, door.actor.id, set.create_user_id);
        const decided = { decide_user_id: door.actor.id, decide_time: writes.context.now };
        if (body.apply) return apply(writes, parts, door, { ...set, ...decided });
        await requireFittingValues(requireKnown(await itemsOf(writes, set.id)));
        await touchSet(writes, set, { state: 'approved', ...decided });
        return done(success.done, message('changeSetApproved', await titled(writes, set)));
      }),
  });
}

function rejectRoute(parts: DecisionParts): Route {
  return route({
    ...common,
    path: `${path}/reject`,
    refusesPrograms: message('keysDecideNothing'),
    summary: message('rejectChangeSet'),
    body: Type.Object(
      { version, reason: Type.String({ minLength: 1, maxLength: 500 }) },
      { additionalProperties: false },
    ),
    handle: (door, { params, body: { version: shown, reason } }) =>
      door.write(async (writes) => {
        const set = await getToDecide(writes, parts, door, { id: parseId(params.id), version: shown });
        const decided = { decide_user_id: door.actor.id, decide_time: writes.context.now };
        await touchSet(writes, set, { state: 'rejected', reason, ...decided });
        return done(success.done, message('changeSetRejected', await titled(writes, set)));
      }),
  });
}

function applyRoute(parts: DecisionParts): Route {
  return route({
    ...common,
    path: `${path}/apply`,
    summary: message('applyChangeSet'),
    answersItems: true,
    handle: (door, { params }) =>
      door.write(async (writes) => {
        const set = await getSet(writes, parts, parseId(params.id)); // locked: of two who apply it at once, one does
        if (!isAuthor(set, door.actor) && !hasDecided(set, door.actor)) throw new AppError('recordNotFound');
        if (set.state === 'applied') return answerOf(writes, set, await recordsOf(writes, set));
        requireState(set, 'approved');
        return apply(writes, parts, door, set);
      }),
  });
}

async function apply(writes: Writes, parts: DecisionParts, door: Door, set: ChangeSet): Promise<WriteResult> {
  const ids = await applySet(writes, door, parts.findBeginner, set);
  const { decide_user_id, decide_time } = set;
  const applied = { apply_user_id: door.actor.id, apply_time: writes.context.now };
  await touchSet(writes, set, { state: 'applied', decide_user_id, decide_time, ...applied });
  return answerOf(writes, set, ids);
}

async function recordsOf(writes: Writes, set: ChangeSet): Promise<ReadonlyMap<number, bigint>> {
  const stored = await itemsOf(writes, set.id);
  return new Map(stored.map(([{ place, record_id }]) => [place, record_id ?? 0n]));
}

/** Names author and approver, for the log as well. */
async function answerOf(
  writes: Writes,
  set: ChangeSet,
  ids: ReadonlyMap<number, bigint>,
): Promise<WriteResult> {
  const actions = new Map((await itemsOf(writes, set.id)).map(([{ place, action }]) => [place, action]));
  const items = [...ids].map(([index, id]) => {
    const status: 200 | 201 = actions.get(index) === 'create' ? 201 : 200;
    return { index, status, id };
  });
  const { username: approver } = await namedUser(writes, set.decide_user_id ?? 0n);
  const text = message('changeSetApplied', { ...(await titled(writes, set)), approver });
  return new WriteResult({ status: 200, code: success.done, text }, { items });
}

/** A submitted set, in the version that was shown. Throws unless the caller could do all of it and is not its author. */
async function getToDecide(
  writes: Writes,
  parts: DecisionParts,
  door: Door,
  shown: { readonly id: bigint; readonly version: number },
): Promise<ChangeSet> {
  const { actor } = door;
  const set = await getSet(writes, parts, shown.id); // locked: of two who decide at once, one does
  if (isOwnProposal(set, actor)) throw new AppError('ownRequest');
  if (actor.isSuper || hasDecided(set, actor)) requireState(set, 'submitted');
  if (!mayDecide(set, door, await sightOf(writes, door, set)))
    throw new AppError(actor.isSuper ? failures.changeSetState : 'recordNotFound');
  if (set.version !== shown.version) throw new AppError('changedMeanwhile');
  return set;
}

async function titled(writes: Writes, { id, title, create_user_id }: ChangeSet) {
  const { username: author } = await namedUser(writes, create_user_id);
  return { id, title, author };
}

import { created, type Door, done, success, WriteResult } from '../../access/index.ts';
import { badParameters } from '../../errors.ts';
import {
  idInPath,
  linQuery,
  newRecord,
  type Route,
  readLinPage,
  route,
  type TypeOf,
  toLinPage,
} from '../../http/index.ts';
import type { RecordStore, Select } from '../../records/index.ts';
import type { Sealing } from '../../shared/secrets/sealing.ts';
import type { Allowed } from './allowed-addresses.ts';
import { addDeliveries, DELIVERY_JOB, followByJob } from './deliveries.ts';
import { delivery } from './delivery.collection.ts';
import { readWebhookFilter } from './filter.ts';
import { keepForFilter, noteFilter } from './kept-for-filters.ts';
import { message } from './messages/message.ts';
import {
  getWebhook,
  mayManage,
  ownedBy,
  requireGoodUrl,
  requireKnownCollections,
  requireRoom,
} from './owned.ts';
import type { FindOwner, Owner } from './owner.ts';
import { problemIn } from './pause.ts';
import * as schemas from './schemas.ts';
import { makeSecret } from './signature.ts';
import { type Webhook, webhook } from './webhook.collection.ts';

export interface WebhookParts {
  readonly store: RecordStore;
  readonly sealing: Sealing;
  readonly allowed: Allowed;
  readonly findOwner: FindOwner;
}

export const common = { tag: message('webhooksTag'), access: mayManage } as const;
export const one = {
  ...common,
  path: '/cms/webhook/:id',
  params: idInPath,
} as const;
const DEFAULT_OVERLAP_S = 86_400;

/** Webhooks: addresses that get changes, each with the rights of its creator. */
export function webhookRoutes(parts: WebhookParts): Route[] {
  return [
    listWebhooks,
    showWebhook,
    createWebhook(parts),
    changeWebhook(parts),
    replaceSecret(parts),
    testWebhook(parts),
    deleteWebhook,
  ];
}

const listWebhooks = route({
  ...common,
  method: 'GET',
  path: '/cms/webhook',
  summary: message('listWebhooks'),
  query: linQuery({}),
  answer: schemas.webhookPage,
  isTranslated: true,
  async handle({ longReads, actor }, { query, language }) {
    const { count, offset } = readLinPage(query);
    const wanted = ownedBy(actor);
    const items = await longReads.where(webhook, (select) =>
      wanted(select).orderBy('id', 'desc').limit(count).offset(offset),
    );
    return toLinPage(query, items.map(problemIn(language())), await longReads.count(webhook, wanted));
  },
});

const showWebhook = route({
  ...one,
  method: 'GET',
  summary: message('showWebhook'),
  answer: schemas.webhookRecord,
  isTranslated: true,
  handle: async ({ reads, actor }, { params, language }) =>
    problemIn(language())(await getWebhook(reads, params.id, actor)),
});

const createWebhook = ({ store, sealing, allowed, findOwner }: WebhookParts) =>
  route({
    ...common,
    method: 'POST',
    path: '/cms/webhook',
    refusesIdempotencyKeys: true,
    needsProof: 'withSecondFactor',
    summary: message('createWebhook'),
    body: schemas.newWebhook,
    answerFields: { ...newRecord, ...schemas.secret },
    async handle(door, { body }) {
      requireGoodUrl(body.url, allowed);
      const { name, url, events = null, collections = null, filter = null, access = null } = body;
      const choice = { events, collections, filter, access };
      const key_id = door.actor.key?.id ?? null;
      await keepChoice(store, door, choice, await findOwner({ create_user_id: door.actor.id, key_id }));
      await store.changes.order();
      const { position } = await store.changes.end();
      const secret = makeSecret();
      const answer = await door.write(async (writes) => {
        await requireRoom(writes, door.actor);
        const sealed = sealing.seal(secret, door.actor.id);
        const id = await writes.create(webhook, { name, url, position, ...choice, key_id, secret: sealed });
        const result = created(success.done, message('webhookCreated', { name }), id);
        return new WriteResult(result, { id, more: { secret } });
      });
      keepForFilter(store, choice);
      return answer;
    },
  });

const changeWebhook = ({ store, allowed, findOwner }: WebhookParts) =>
  route({
    ...one,
    method: 'PATCH',
    needsProof: 'withSecondFactor',
    summary: message('changeWebhook'),
    body: schemas.changedWebhook,
    async handle(door, { params, body }) {
      if (body.url !== undefined) requireGoodUrl(body.url, allowed);
      const now = await getWebhook(door.reads, params.id, door.actor);
      const changesEvents =
        body.collections !== undefined || body.filter !== undefined || body.access !== undefined;
      const owner = changesEvents ? await findOwner(now) : undefined;
      if (owner) await keepChoice(store, door, { ...now, ...body }, owner);
      const kept = await keptPositions(store);
      const result = await door.write(async (writes) => {
        const before = await getWebhook(writes, params.id, door.actor);
        if (owner) requireAllowed(store, { ...before, ...body }, owner);
        const set = setsAnew(body) && { set_user_id: door.actor.id, set_time: writes.context.now };
        await writes.update(webhook, before.id, { ...body, ...set, ...resumed(before, body, kept) });
        if (before.state === 'paused' && body.state === 'active')
          for (const record of await writes.where(delivery, waitingOf(before))) followByJob(writes, record);
        return done(success.done, message('webhookChanged', { name: body.name ?? before.name }));
      });
      if (owner) keepForFilter(store, { ...now, ...body });
      store.jobs.wake();
      return result;
    },
  });

const replaceSecret = ({ sealing }: WebhookParts) =>
  route({
    ...one,
    method: 'POST',
    path: '/cms/webhook/:id/secret',
    refusesIdempotencyKeys: true,
    needsProof: 'withSecondFactor',
    summary: message('replaceWebhookSecret'),
    body: schemas.overlap,
    answerFields: schemas.secret,
    handle: (door, { params, body: { overlap = DEFAULT_OVERLAP_S } }) =>
      door.write(async (writes) => {
        const { id, name, secret: former, create_user_id } = await getWebhook(writes, params.id, door.actor);
        const secret = makeSecret();
        const keepsFormer = overlap > 0 && sealing.unseal(former, create_user_id) !== undefined;
        await writes.update(webhook, id, {
          secret: sealing.seal(secret, create_user_id),
          former_secret: keepsFormer ? former : null,
          former_until: keepsFormer ? writes.context.now + overlap * 1000 : null,
          set_user_id: door.actor.id,
          set_time: writes.context.now,
        });
        return new WriteResult(done(success.done, message('webhookSecretReplaced', { name })), {
          more: { secret },
        });
      }),
  });

const testWebhook = ({ store }: WebhookParts) =>
  route({
    ...one,
    method: 'POST',
    path: '/cms/webhook/:id/test',
    harmless: 'sends a test to an address that was given with a proof',
    summary: message('testWebhook'),
    answerFields: newRecord,
    async handle(door, { params }) {
      const result = await door.write(async (writes) => {
        const hook = await getWebhook(writes, params.id, door.actor);
        const event = { type: 'webhook.test', time: writes.context.now, data: { name: hook.name } };
        const [id = 0n] = await addDeliveries(writes, [{ hook, event }]);
        return created(success.done, message('webhookTested', { name: hook.name }), id);
      });
      store.jobs.wake(DELIVERY_JOB);
      return result;
    },
  });

const deleteWebhook = route({
  ...one,
  method: 'DELETE',
  harmless: 'sends data nowhere any more',
  summary: message('deleteWebhook'),
  handle: (door, { params }) =>
    door.write(async (writes) => {
      const { id, name } = await getWebhook(writes, params.id, door.actor);
      await writes.remove(webhook, id);
      return done(success.deleted, message('webhookDeleted', { name }));
    }),
});

/** Throws if a webhook asks for changes that it cannot get. */
function requireAllowed(
  store: RecordStore,
  choice: Pick<Webhook, 'collections' | 'filter' | 'access'>,
  { rights, mayFollowAccess }: Owner,
): void {
  if (Array.isArray(choice.collections)) requireKnownCollections(store, choice.collections.map(String));
  if (choice.access !== null && !mayFollowAccess)
    throw badParameters({ access: message('accessNotForWebhook') });
  readWebhookFilter(store, choice, rights);
}

/**
 * Checks the choice of a webhook, and makes the feed keep what its filter needs. This is recorded first, durably, because a
 * purge only looks where it is recorded.
 */
async function keepChoice(
  store: RecordStore,
  door: Door,
  choice: Pick<Webhook, 'collections' | 'filter' | 'access'>,
  owner: Owner,
): Promise<void> {
  requireAllowed(store, choice, owner);
  if (choice.filter === null) return;
  await door.bookkeep((writes) => noteFilter(writes, choice));
  keepForFilter(store, choice);
}

/**
 * The values that go with a change of state. A resumed webhook continues where it was paused, or with the first change that is
 * still kept.
 */
function resumed(
  { state, position }: Webhook,
  body: TypeOf<typeof schemas.changedWebhook>,
  { start, end }: Kept,
): Partial<Pick<Webhook, 'problem' | 'failing_since' | 'position'>> {
  if (body.state !== 'active' || state !== 'paused') return {};
  const isGone = position < start || position > end;
  return { problem: null, failing_since: null, position: isGone ? start : position };
}

/** Whether a change sets what is sent, or where; its name and its state do not. */
function setsAnew({ name: _, state: __, ...what }: TypeOf<typeof schemas.changedWebhook>): boolean {
  return Object.values(what).some((value) => value !== undefined);
}

/** Where the feed of changes begins and ends. */
interface Kept {
  readonly start: bigint;
  readonly end: bigint;
}

async function keptPositions({ changes }: WebhookParts['store']): Promise<Kept> {
  await changes.order();
  return { start: (await changes.start()).position, end: (await changes.end()).position };
}

function waitingOf({ id }: Webhook) {
  return (select: Select) => select.where('webhook_id', '=', id).where('state', '=', 'waiting').orderBy('id');
}

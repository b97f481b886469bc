import { type HeldJob, type JobKind, PermanentFailure, problemOf, Rejected } from '../../background/index.ts';
import type { Connection } from '../../database/engine.ts';
import type { RecordChanges } from '../../definitions/types/record-types.ts';
import { render, type Text } from '../../messages/message.ts';
import { type RecordStore, shownText, storedText, systemContext, type Writes } from '../../records/index.ts';
import { DAY_MS, fromStoredTrace, type Sealing, type Tally, toTraceparent } from '../../shared/index.ts';
import { DELIVERY_JOB } from './deliveries.ts';
import { type Delivery, delivery } from './delivery.collection.ts';
import { mayBeTold } from './may-be-told.ts';
import { message } from './messages/message.ts';
import { type FindOwner, livingOwner, OWNERLESS } from './owner.ts';
import { changeHook, pauseFor } from './pause.ts';
import type { Post, Posted } from './post.ts';
import { MOST_AT_ONCE, Shares } from './shares.ts';
import { signatureHeaders } from './signature.ts';
import { type Webhook, webhook } from './webhook.collection.ts';

/** With pauses that double up to an hour, these tries take three days. */
const MOST_TRIES = 84;
/** A webhook of which nothing was taken for so long is paused with the delivery that is given up. */
const PAUSED_AFTER_MS = 2 * DAY_MS;
const GONE = 410;
/** The problem of a webhook whose secret was encrypted with a secret of the server that is gone. */
const UNREADABLE = message('webhookSecretLost');

/** The problem of a delivery of what its webhook's creator may no longer learn. */
const UNTOLD = message('webhookLostSight');

interface SendParts {
  readonly store: RecordStore;
  readonly sealing: Sealing;
  readonly post: Post;
  readonly findOwner: FindOwner;
  /** Writes a line to the log of the process. */
  readonly warn: (line: string) => void;
  /** Counts what comes of each try. */
  readonly sendings: Tally;
}

type Changes = RecordChanges<typeof delivery>;
type HookChanges = RecordChanges<typeof webhook>;

/** How a delivery is sent: until a status of 200 to 299 answers it, or three days have passed. */
export function deliveryKind({ store, sealing, post, findOwner, warn, sendings }: SendParts): JobKind {
  const note = async (record: Delivery, changes: Changes, hookChanges?: HookChanges) => {
    const before = await store.write(systemContext(DELIVERY_JOB), (writes) =>
      noteIn(writes, record, changes, hookChanges),
    );
    if (!before) return;
    const problem = shownText(hookChanges?.problem ?? changes.problem ?? '', 'en');
    if (hookChanges?.state === 'paused') {
      if (before.state === 'active') warn(`webhook ${before.id} is paused: ${problem}`);
    } else if (hookChanges && before.failing_since === null)
      warn(`webhook ${before.id} fails, and is tried again: ${problem}`);
  };
  const shares = new Shares();
  return {
    name: DELIVERY_JOB,
    atOnce: MOST_AT_ONCE,
    mostTries: MOST_TRIES,
    async run({ data }: HeldJob, signal) {
      const found = await findWaiting(store, BigInt(data));
      if (!found) return undefined;
      const { record, hook } = found;
      const owner = await livingOwner(findOwner, hook);
      const secrets = secretsOf(hook, sealing);
      if (!owner || !secrets) {
        const problem = owner ? UNREADABLE : OWNERLESS;
        await pauseFor({ store, warn }, hook, problem, DELIVERY_JOB);
        return undefined;
      }
      if (!(await mayBeTold(store, owner, record))) {
        await note(record, { state: 'failed', end_time: Date.now(), problem: storedText(UNTOLD) });
        return undefined;
      }
      let began = 0;
      const { outcome, problem } = await shares.take(hook, () => {
        began = Date.now();
        return attempt(() => post(hook.url, signed(record, secrets), signal));
      });
      if (signal.aborted) signal.throwIfAborted();
      if (problem === undefined) sendings.add('delivered');
      else sendings.add(outcome === undefined ? 'unreachable' : 'refused');
      const tried = { tries: record.tries + 1, took_ms: Date.now() - began, ...answerOf(outcome, problem) };
      if (problem === undefined) {
        const delivered = { ...tried, state: 'delivered', end_time: Date.now() } as const;
        const hookChanges = hook.failing_since === null ? undefined : { failing_since: null };
        return (connection: Connection) =>
          store.writeIn(connection, systemContext(DELIVERY_JOB), async (writes) => {
            await noteIn(writes, record, delivered, hookChanges);
          });
      }
      const isGone = outcome?.status === GONE;
      await note(record, tried, {
        failing_since: hook.failing_since ?? Date.now(),
        ...(isGone && { state: 'paused', problem: storedText(message('receiverGone')) }),
      });
      const failure = new Rejected(render(problem, 'en'));
      throw isGone ? new PermanentFailure(failure.message, { cause: failure }) : failure;
    },
    async givenUp({ data }, cause) {
      const found = await findWaiting(store, BigInt(data), true);
      if (!found) return;
      const { record, hook } = found;
      const hasFailedLong = Date.now() - (hook.failing_since ?? Date.now()) > PAUSED_AFTER_MS;
      await note(
        record,
        { state: 'failed', end_time: Date.now() },
        hook.state === 'active' && hasFailedLong
          ? { state: 'paused', problem: record.problem ?? problemOf(cause) }
          : undefined,
      );
    },
  };
}

/**
 * Notes what came of a delivery, and returns its webhook as it was if that changes. Locks in the order in which a deletion does,
 * which may have come meanwhile.
 */
async function noteIn(
  writes: Writes,
  { id, webhook_id }: Delivery,
  changes: Changes,
  hook?: HookChanges,
): Promise<Webhook | undefined> {
  const before: Webhook | undefined = hook && (await writes.find(webhook, webhook_id));
  if (hook && !before) return undefined;
  if (!(await writes.find(delivery, id))) return undefined;
  await writes.update(delivery, id, changes);
  if (hook && before) await changeHook(writes, before, hook);
  return before;
}

/** A waiting delivery and its webhook; undefined while the webhook is paused. */
async function findWaiting({ reads }: RecordStore, id: bigint, evenPaused = false) {
  const record = await reads.find(delivery, id);
  const hook = record?.state === 'waiting' ? await reads.find(webhook, record.webhook_id) : undefined;
  if (!record || !hook || (hook.state === 'paused' && !evenPaused)) return undefined;
  return { record, hook };
}

/** What signs a delivery, the former secret included while it counts; undefined if the secret cannot be decrypted. */
function secretsOf(hook: Webhook, sealing: Sealing): string[] | undefined {
  const [secret, former] = [hook.secret, ...formerOf(hook)].map(
    (sealed) => sealing.unseal(sealed, hook.create_user_id)?.text,
  );
  return secret === undefined ? undefined : [secret, ...(former === undefined ? [] : [former])];
}

function signed({ message_id: id, body, trace: stored }: Delivery, secrets: readonly string[]) {
  const trace = fromStoredTrace(stored);
  const timestamp = Math.floor(Date.now() / 1000);
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Quire-Webhooks',
    ...(trace && { traceparent: toTraceparent(trace) }),
    ...signatureHeaders(secrets, { id, timestamp, body }),
  };
  return { headers, body };
}

function formerOf({ former_secret, former_until }: Webhook): string[] {
  return former_secret !== null && (former_until ?? 0) > Date.now() ? [former_secret] : [];
}

/** The outcome of a try: the answer, and its problem. */
async function attempt(post: () => Promise<Posted>): Promise<{ outcome?: Posted; problem?: Text }> {
  try {
    const outcome = await post();
    const isTaken = outcome.status >= 200 && outcome.status < 300;
    return { outcome, ...(!isTaken && { problem: message('receiverAnswered', { status: outcome.status }) }) };
  } catch (cause) {
    return { problem: problemOf(cause) };
  }
}

function answerOf(outcome: Posted | undefined, problem: Text | undefined): Changes {
  const { status = null, answer = null } = outcome ?? {};
  return { status, answer, problem: problem === undefined ? null : storedText(problem) };
}

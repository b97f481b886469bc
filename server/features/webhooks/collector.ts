import { setTimeout as wait } from 'node:timers/promises';
import type { Actor } from '../../access/actor.ts';
import type { FindBeginner } from '../../access/admission/admit-task.ts';
import { visibleChanges } from '../../access/guarded/changes.ts';
import { makeRights } from '../../access/rights.ts';
import { type PeriodicTask, startPeriodicTask } from '../../background/periodic-task.ts';
import { everyone } from '../../definitions/access-rule.ts';
import { AppError } from '../../errors.ts';
import type { PlacedChange } from '../../records/changes/change-feed.ts';
import type { Records } from '../../records/records.ts';
import { systemContext } from '../../records/rows/write-context.ts';
import { addDelivery, toEvent } from './deliveries.ts';
import { delivery } from './delivery.record.ts';
import { type Webhook, webhook } from './webhook.record.ts';

/** Changes that are looked at for one webhook at a time. */
const MOST_A_ROUND = 200;
/** While so many deliveries of a webhook wait, the feed keeps what follows. */
const MOST_WAITING = 1000;
/** Commits of other processes are looked for this often. */
const POLL_MS = 1000;
/** Commits of this process are looked for at most this often, however many there are. */
const PAUSE_MS = 50;

interface CollectorParts {
  readonly records: Records;
  readonly findBeginner: FindBeginner;
  readonly switchedOff: ReadonlySet<string>;
  readonly report: (cause: unknown) => void;
}

/**
 * Turns changes into deliveries. A webhook's deliveries are added in one transaction with its new position in the feed, so that
 * each change is told once, whichever process dies when. Writes pay nothing for it.
 */
export class Collector {
  readonly #parts: CollectorParts;
  #endListening = () => {};
  #task: PeriodicTask | undefined;
  #running: Promise<void> | undefined;
  #isAsked = false;

  constructor(parts: CollectorParts) {
    this.#parts = parts;
  }

  begin(): void {
    const { records, report } = this.#parts;
    this.#endListening = records.changes.onCommit(() => this.#wake());
    this.#task = startPeriodicTask({ everyMs: POLL_MS, run: async () => this.#wake(), report });
  }

  async end(): Promise<void> {
    this.#endListening();
    await this.#task?.stop();
    this.#isAsked = false;
    await this.#running;
  }

  #wake(): void {
    this.#isAsked = true;
    this.#running ??= this.#run()
      .catch(this.#parts.report)
      .finally(() => {
        this.#running = undefined;
      });
  }

  async #run(): Promise<void> {
    const { records } = this.#parts;
    while (this.#isAsked) {
      this.#isAsked = false;
      const hooks = await records.reads.where(webhook, (select) => select.where('state', '=', 'active'));
      if (hooks.length > 0) await records.changes.order();
      for (const hook of hooks) if (await this.#collect(hook)) this.#isAsked = true;
      await wait(PAUSE_MS, undefined, { ref: false });
    }
  }

  /** Returns whether more may follow. */
  async #collect(hook: Webhook): Promise<boolean> {
    const { records } = this.#parts;
    const { changes, reads } = records;
    const { changes: found, end, hasMore } = await changes.after(hook.position, MOST_A_ROUND);
    if (end === hook.position || (await this.#isBehind(hook))) return false;
    const owner = await this.#ownerOf(hook);
    if (!owner) return this.#pause(hook, 'the account or the key that made it has ended');
    if (hook.position < (await changes.start()))
      return this.#pause(hook, 'changes that it was not told of are no longer kept');
    const rights = makeRights(owner, { switchedOff: this.#parts.switchedOff, admittedBy: everyone });
    const visible = await visibleChanges(reads, rights, found.filter(isWantedBy(hook)));
    const events = visible
      .filter(({ event }) => isAmong(event, hook.events))
      .map((one) => toEvent(one, hook));
    await records.write(systemContext('webhooks'), async (writes) => {
      const now = await writes.find(webhook, hook.id);
      if (now?.state !== 'active' || now.position !== hook.position) return; // another process was here
      await writes.update(webhook, hook.id, { position: end });
      for (const event of events) await addDelivery(writes, hook, event);
    });
    records.jobs.wake();
    return hasMore;
  }

  async #ownerOf({ create_user_id: userId, key_id }: Webhook): Promise<Actor | undefined> {
    const { records, findBeginner } = this.#parts;
    try {
      return await findBeginner({ userId, keyId: key_id ?? undefined }, records.database.reads);
    } catch (cause) {
      if (cause instanceof AppError) return undefined;
      throw cause;
    }
  }

  async #isBehind({ id }: Webhook): Promise<boolean> {
    const waiting = await this.#parts.records.reads.count(delivery, (select) =>
      select.where('webhook_id', '=', id).where('state', '=', 'waiting'),
    );
    return waiting >= MOST_WAITING;
  }

  async #pause({ id }: Webhook, problem: string): Promise<false> {
    await this.#parts.records.write(systemContext('webhooks'), async (writes) => {
      if (await writes.find(webhook, id)) await writes.update(webhook, id, { state: 'paused', problem });
    });
    return false;
  }
}

function isWantedBy({ records }: Webhook) {
  // Of records with drafts, what readers see is told: published, published anew, unpublished.
  return ({ definition }: Pick<PlacedChange, 'definition'>) =>
    definition.draftOf === undefined && isAmong(definition.name, records);
}

/** Whether a word is in a list; every word is where there is none. */
function isAmong(word: string, list: unknown): boolean {
  return !Array.isArray(list) || list.includes(word);
}

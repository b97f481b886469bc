import { setTimeout as wait } from 'node:timers/promises';
import { visibleChanges } from '../../access/guarded/changes.ts';
import { type PeriodicTask, startPeriodicTask } from '../../background/periodic-task.ts';
import { AppError } from '../../errors.ts';
import type { PlacedChange, Stretch } from '../../records/changes/change-feed.ts';
import type { Records } from '../../records/records.ts';
import type { Rights } from '../../records/rights.ts';
import { systemContext } from '../../records/rows/write-context.ts';
import { toJson } from '../../shared/json.ts';
import { accessEvents } from './access-events.ts';
import { addDelivery, type Event, toEvent, toEventOfAccess } from './deliveries.ts';
import { delivery } from './delivery.record.ts';
import { readWebhookFilter } from './filter.ts';
import { keepForFilters } from './kept-for-filters.ts';
import type { FindOwner } from './owner.ts';
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
  readonly findOwner: FindOwner;
  readonly report: (cause: unknown) => void;
}

/**
 * Turns changes into deliveries. A webhook's deliveries are added in one transaction with its new position in the feed, so that
 * each change is sent once, whichever process dies when. Writes pay nothing for it.
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

  async begin(): Promise<void> {
    const { records, report } = this.#parts;
    await keepForFilters(records);
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
      await keepForFilters(records);
      const hooks = await records.reads.where(webhook, (select) => select.where('state', '=', 'active'));
      if (hooks.length > 0) await records.changes.order();
      for (const hook of hooks) if (await this.#collect(hook)) this.#isAsked = true;
      await wait(PAUSE_MS, undefined, { ref: false });
    }
  }

  /** Returns whether more may follow. */
  async #collect(hook: Webhook): Promise<boolean> {
    const { records } = this.#parts;
    const { changes } = records;
    const stretch = await changes.after(hook.position, MOST_A_ROUND);
    const { end, hasMore } = stretch;
    if (end === hook.position || (await this.#isBehind(hook))) return false;
    const owner = await unlessRefused(() => this.#parts.findOwner(hook));
    if (!owner) return this.#pause(hook, 'the account or the key that made it has ended');
    if (hook.position < (await changes.start()))
      return this.#pause(hook, 'changes that it was not told of are no longer kept');
    if (Array.isArray(hook.access) && !owner.mayFollowAccess)
      return this.#pause(hook, 'its creator may no longer learn of users and access');
    const events = await unlessRefused(() => this.#eventsOf(hook, stretch, owner.rights));
    if (!events) return this.#pause(hook, 'its filter names something that its creator can no longer find');
    const isTold = await records.write(systemContext('webhooks'), async (writes) => {
      const now = await writes.find(webhook, hook.id);
      // Another process was here, or what it is to tell was changed meanwhile.
      if (now?.state !== 'active' || now.position !== hook.position || !asksTheSame(now, hook)) return false;
      await writes.update(webhook, hook.id, { position: end });
      for (const event of events) await addDelivery(writes, hook, event);
      return true;
    });
    records.jobs.wake();
    return hasMore || !isTold;
  }

  /** What a webhook tells of a part of the feed, in its order. Throws if its filter cannot be read. */
  async #eventsOf(hook: Webhook, { changes, own }: Stretch, rights: Rights): Promise<Event[]> {
    const { records } = this.#parts;
    const filter = readWebhookFilter(records, hook, rights);
    const wanted = changes.filter(isWantedBy(hook));
    const seen = await visibleChanges(records.reads, rights, wanted, filter);
    const subjects = Array.isArray(hook.access) ? hook.access : [];
    const ofAccess = subjects.length > 0 ? await accessEvents(records.reads, subjects, own) : [];
    const placed = [
      ...seen.map((one) => ({ place: one.change.position, event: one.event, told: toEvent(one, hook) })),
      ...ofAccess.map((one) => ({
        place: one.change.position,
        event: one.event,
        told: toEventOfAccess(one),
      })),
    ];
    return placed
      .filter(({ event }) => isAmong(event, hook.events))
      .sort((one, other) => (one.place < other.place ? -1 : 1))
      .map(({ told }) => told);
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

function asksTheSame(one: Webhook, other: Webhook): boolean {
  const asked = ({ events, records, filter, access }: Webhook) => toJson([events, records, filter, access]);
  return asked(one) === asked(other);
}

async function unlessRefused<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof AppError) return undefined;
    throw cause;
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

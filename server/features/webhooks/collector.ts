import { setTimeout as wait } from 'node:timers/promises';
import { visibleChanges } from '../../access/guarded/changes.ts';
import { type PeriodicTask, startPeriodicTask } from '../../background/periodic-task.ts';
import { isRefusal } from '../../errors.ts';
import type { Message } from '../../messages/message.ts';
import {
  type FeedPage,
  type PlacedChange,
  type RecordStore,
  type Rights,
  systemContext,
} from '../../records/index.ts';
import { toJson } from '../../shared/exact-json.ts';
import { accessEvents } from './access-events.ts';
import { addDeliveries, type Event, type NewDelivery, toEvent, toEventOfAccess } from './deliveries.ts';
import { delivery } from './delivery.collection.ts';
import { readWebhookFilter } from './filter.ts';
import { keepForFilters } from './kept-for-filters.ts';
import { message } from './messages/message.ts';
import { type FindOwner, livingOwner, OWNERLESS } from './owner.ts';
import { pauseFor } from './pause.ts';
import { type Webhook, webhook } from './webhook.collection.ts';

/** The most changes that one round reads for a webhook. */
const MOST_A_ROUND = 200;
/** While this many deliveries of a webhook wait, it gets no new ones; its changes stay in the feed. */
const MOST_WAITING = 1000;
/** How often to look for commits of other processes. */
const POLL_MS = 1000;
/** The shortest pause between two rounds; commits in between share a round. */
const PAUSE_MS = 250;
/** The deliveries after which a transaction ends; those of one webhook's round are never split. */
const MOST_A_WRITE = 100;

interface CollectorParts {
  readonly store: RecordStore;
  readonly findOwner: FindOwner;
  readonly report: (cause: unknown) => void;
  /** Writes a line to the log of the process. */
  readonly warn: (line: string) => void;
}

/** The events of a webhook in one part of the feed, and where that part ends. */
interface Prepared {
  readonly hook: Webhook;
  readonly events: readonly Event[];
  readonly end: bigint;
  readonly hasMore: boolean;
}

type ReadAfter = (position: bigint) => Promise<FeedPage>;

/**
 * Turns changes into deliveries. One transaction adds a webhook's deliveries and moves its position in the feed: each change
 * becomes a delivery once, even if a process dies. Writes pay nothing for it.
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
    const { store, report } = this.#parts;
    await keepForFilters(store);
    this.#endListening = store.changes.onCommit(() => this.#wake());
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
    while (this.#isAsked) {
      this.#isAsked = false;
      const hasMore = await this.#round();
      if (hasMore) this.#isAsked = true;
      await wait(hasMore ? 0 : PAUSE_MS, undefined, { ref: false });
    }
  }

  /** Adds deliveries for a part of the changes behind each webhook's position. Returns whether more may follow. */
  async #round(): Promise<boolean> {
    const { store } = this.#parts;
    await keepForFilters(store);
    const hooks = await store.reads.where(webhook, (select) =>
      select.where('state', '=', 'active').orderBy('id'),
    ); // each process locks them in this order
    if (hooks.length === 0) return false;
    await store.changes.order();
    const readAfter = once((position: bigint) => store.changes.after({ position }, MOST_A_ROUND));
    let hasMore = false;
    let pending: Prepared[] = [];
    for (const hook of hooks) {
      const prepared = await this.#prepare(hook, readAfter);
      if (prepared) pending.push(prepared);
      if (pending.flatMap(({ events }) => events).length < MOST_A_WRITE && hook !== hooks.at(-1)) continue;
      if (await this.#add(pending)) hasMore = true;
      pending = [];
    }
    return hasMore;
  }

  /** The next events of a webhook; undefined if there are none, or if it has to wait. */
  async #prepare(hook: Webhook, readAfter: ReadAfter): Promise<Prepared | undefined> {
    const page = await unlessRefused(() => readAfter(hook.position));
    if (page?.end.position === hook.position || (await this.#isBehind(hook))) return undefined;
    const owner = await livingOwner(this.#parts.findOwner, hook);
    if (!owner) return this.#pause(hook, OWNERLESS);
    if (!page) return this.#pause(hook, message('webhookMissedChanges'));
    if (Array.isArray(hook.access) && !owner.mayFollowAccess)
      return this.#pause(hook, message('webhookLostAccess'));
    const events = await unlessRefused(() => this.#eventsOf(hook, page, owner.rights));
    if (!events) return this.#pause(hook, message('webhookFilterRefused'));
    return { hook, events, end: page.end.position, hasMore: page.hasMore };
  }

  /** Adds the deliveries of several webhooks, and moves their positions. Returns whether more may follow. */
  async #add(prepared: readonly Prepared[]): Promise<boolean> {
    if (prepared.length === 0) return false;
    return this.#parts.store.write(systemContext('webhooks'), async (writes) => {
      let mayFollow = false;
      const deliveries: NewDelivery[] = [];
      for (const { hook, events, end, hasMore } of prepared) {
        const now = await writes.find(webhook, hook.id);
        // If another process was faster, or the webhook has changed, the next round prepares it again.
        const isSame = now?.state === 'active' && now.position === hook.position && asksTheSame(now, hook);
        if (isSame) await writes.update(webhook, hook.id, { position: end });
        if (isSame) deliveries.push(...events.map((event) => ({ hook, event })));
        if (hasMore || !isSame) mayFollow = true;
      }
      await addDeliveries(writes, deliveries);
      return mayFollow;
    });
  }

  /** The events of a webhook in a part of the feed, in order. Throws if its filter cannot be read. */
  async #eventsOf(hook: Webhook, { changes, own }: FeedPage, rights: Rights): Promise<Event[]> {
    const { store } = this.#parts;
    const filter = readWebhookFilter(store, hook, rights);
    const wanted = changes.filter(isWantedBy(hook));
    const seen = await visibleChanges(store.reads, rights, wanted, filter);
    const subjects = Array.isArray(hook.access) ? hook.access : [];
    const ofAccess = subjects.length > 0 ? await accessEvents(store.reads, subjects, own) : [];
    const placed = [
      ...seen.map((one) => ({ place: one.change.position, name: one.event, event: toEvent(one, hook) })),
      ...ofAccess.map((one) => ({
        place: one.change.position,
        name: one.event,
        event: toEventOfAccess(one),
      })),
    ];
    return placed
      .filter(({ name }) => isAmong(name, hook.events))
      .sort((one, other) => (one.place < other.place ? -1 : 1))
      .map(({ event }) => event);
  }

  async #isBehind({ id }: Webhook): Promise<boolean> {
    const waiting = await this.#parts.store.reads.count(delivery, (select) =>
      select.where('webhook_id', '=', id).where('state', '=', 'waiting'),
    );
    return waiting >= MOST_WAITING;
  }

  async #pause(hook: Webhook, problem: Message): Promise<undefined> {
    await pauseFor(this.#parts, hook, problem, 'webhooks');
  }
}

/** Asks once for each key. */
function once<Key, T>(ask: (key: Key) => Promise<T>): (key: Key) => Promise<T> {
  const answers = new Map<Key, Promise<T>>();
  return (key) => {
    const answer = answers.get(key) ?? ask(key);
    answers.set(key, answer);
    return answer;
  };
}

function asksTheSame(one: Webhook, other: Webhook): boolean {
  const asked = ({ events, collections, filter, access }: Webhook) =>
    toJson([events, collections, filter, access]);
  return asked(one) === asked(other);
}

async function unlessRefused<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (cause) {
    if (isRefusal(cause)) return undefined; // a database that was lost for a moment says nothing about the webhook
    throw cause;
  }
}

function isWantedBy({ collections }: Webhook) {
  // Changes of drafts are not sent; publishing and unpublishing change the published collection.
  return ({ definition }: Pick<PlacedChange, 'definition'>) =>
    definition.draftOf === undefined && isAmong(definition.name, collections);
}

/** Whether a list holds a word. Without a list, every word counts. */
function isAmong(word: string, list: unknown): boolean {
  return !Array.isArray(list) || list.includes(word);
}

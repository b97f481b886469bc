import { setTimeout as wait } from 'node:timers/promises';
import { log } from '../log.collection.ts';
import type { RecordStore } from '../record-store.ts';
import { systemContext } from '../store/write-context.ts';
import type { Writes } from '../write/writes.ts';
import { hashOfCheckpoint } from './chain-hash.ts';
import { keyOfChain, type Secrets } from './chain-key.ts';
import { dropEntries } from './drop-entries.ts';
import { type Entry, entryOf, type LogLine, readEntries, withoutSalts, writeEntries } from './entries.ts';
import { type Gap, gapsIn, LATE_MS, readGaps, withoutLines, writeGaps } from './gaps.ts';
import { type Checkpoint, checkpoint, logChain } from './log-chain.collection.ts';
import { linesOf } from './log-lines.ts';

/** Lines of one checkpoint. */
const MOST_LINES = 500;
const PAUSE_MS = 20;
/** Gaps that one statement looks into. */
const GAPS_AT_ONCE = 100;

type Link = Pick<Checkpoint, 'kind'> & Partial<Pick<Checkpoint, 'first_line' | 'last_line' | 'before'>>;
type State = NonNullable<Awaited<ReturnType<typeof lockState>>>;

/**
 * Seals the lines of the log: checkpoints hold a digest of each line, the hash of the checkpoint before, and a signature. Lines
 * are sealed soon after their commit, so that no write waits for another.
 */
export class LogChain {
  readonly #store: RecordStore;
  readonly #secrets: Secrets;

  constructor(store: RecordStore, secrets: Secrets) {
    this.#store = store;
    this.#secrets = secrets;
  }

  /** Seals all lines that are visible. Returns their number. */
  async seal(signal?: AbortSignal): Promise<number> {
    for (let total = 0; ; ) {
      const sealed = await this.#store.write(systemContext('seal the log'), (writes) =>
        this.#sealSome(writes),
      );
      total += sealed;
      if (sealed < MOST_LINES || signal?.aborted) return total;
      await wait(PAUSE_MS);
    }
  }

  /** Seals lines anew that an erasure changes, in its transaction, and forgets the salts of their former digests. */
  async reseal(writes: Writes, ids: readonly bigint[]): Promise<void> {
    const state = await lockState(writes);
    if (!state) return;
    const last = await lastSealed(writes);
    const lines = await linesOf(writes, (select) => select.where('id', 'in', [0n, ...ids]));
    const entries = lines.filter(({ id }) => id <= last).map(entryOf);
    const [first, end] = [entries[0]?.id, entries.at(-1)?.id];
    if (first === undefined || end === undefined) return; // they will be sealed as they are now
    await forgetSalts(writes, entries);
    await this.#append(writes, state, { kind: 'erasure', first_line: first, last_line: end }, entries);
  }

  /** Notes that retention is about to remove all lines of before this time, and then drops their entries. */
  async noteRetention(before: number, signal?: AbortSignal): Promise<void> {
    const isNoted = await this.#store.write(systemContext('retention'), async (writes) => {
      const state = await lockState(writes);
      const old = await this.#store.reads.first(log, (select) => select.where('create_time', '<', before));
      if (!state || !old) return false;
      await this.#append(writes, state, { kind: 'retention', before }, []);
      return true;
    });
    if (isNoted) await dropEntries(this.#store, before, signal);
  }

  /** The lock is taken first: what is read afterwards is all that was committed by then. */
  async #sealSome(writes: Writes): Promise<number> {
    const state = await lockState(writes);
    if (!state) return 0;
    const { now } = writes.context;
    const last = await lastSealed(writes);
    const stored = readGaps(state.gaps);
    const gaps = stored.filter(({ since }) => now - since < LATE_MS);
    const late = await linesInGaps(writes, gaps);
    const lines = await linesOf(writes, (select) => select.where('id', '>', last).limit(MOST_LINES));
    const end = lines.at(-1)?.id;
    if (late.length > 0) {
      const [first, highest] = [late[0]?.id ?? 0n, late.at(-1)?.id ?? 0n];
      await this.#append(
        writes,
        state,
        { kind: 'late', first_line: first, last_line: highest },
        late.map(entryOf),
      );
    }
    if (end !== undefined)
      await this.#append(
        writes,
        state,
        { kind: 'lines', first_line: last + 1n, last_line: end },
        lines.map(entryOf),
      );
    const ids = lines.map(({ id }) => id);
    const open = [
      ...withoutLines(
        gaps,
        late.map(({ id }) => id),
      ),
      // What was there before the first checkpoint is no gap: ids may begin anywhere.
      ...gapsIn(ids, last === 0n ? (ids[0] ?? 1n) : last + 1n, now),
    ];
    if (stored.length + open.length > 0) await writes.update(logChain, state.id, { gaps: writeGaps(open) });
    return lines.length + late.length;
  }

  async #append(writes: Writes, state: State, link: Link, entries: readonly Entry[]): Promise<void> {
    const key = keyOfChain(state, this.#secrets);
    const before = await writes.first(checkpoint, (select) => select.orderBy('number', 'desc').limit(1));
    const made = {
      first_line: null,
      last_line: null,
      before: null,
      ...link,
      number: (before?.number ?? 0n) + 1n,
      time: writes.context.now,
      public_key: key.publicKey,
      previous: before?.hash ?? '',
      ...writeEntries(entries),
    };
    const hash = hashOfCheckpoint(made);
    await writes.create(checkpoint, { ...made, hash, signature: key.sign(hash) });
  }
}

/** Undefined before the first start of a version that has a chain. */
function lockState(writes: Writes) {
  return writes.first(logChain, (select) => select.orderBy('id').limit(1));
}

async function lastSealed(writes: Writes): Promise<bigint> {
  const found = await writes.first(checkpoint, (select) =>
    select.where('kind', '=', 'lines').orderBy('last_line', 'desc').limit(1),
  );
  return found?.last_line ?? 0n;
}

async function linesInGaps(writes: Writes, gaps: readonly Gap[]): Promise<readonly LogLine[]> {
  const found: LogLine[] = [];
  for (let at = 0; at < gaps.length && found.length < MOST_LINES; at += GAPS_AT_ONCE) {
    const some = gaps.slice(at, at + GAPS_AT_ONCE);
    found.push(
      ...(await linesOf(writes, (select) =>
        select
          .where((e) =>
            e.or(some.map(({ first, last }) => e.and([e('id', '>=', first), e('id', '<=', last)]))),
          )
          .limit(MOST_LINES),
      )),
    );
  }
  return found;
}

async function forgetSalts(writes: Writes, sealed: readonly Entry[]): Promise<void> {
  const ids = new Set(sealed.map(({ id }) => id));
  const [low = 0n, high = 0n] = [sealed[0]?.id, sealed.at(-1)?.id];
  const holders = new Map<bigint, Checkpoint>();
  for (const id of ids) {
    if ([...holders.values()].some((one) => covers(one, id))) continue;
    const holder = await writes.first(checkpoint, (select) =>
      select.where('kind', '=', 'lines').where('last_line', '>=', id).orderBy('last_line').limit(1),
    );
    if (holder) holders.set(holder.id, holder);
  }
  const others = await writes.where(checkpoint, (select) =>
    select
      .where('kind', 'in', ['late', 'erasure'])
      .where('first_line', '<=', high)
      .where('last_line', '>=', low),
  );
  for (const one of [...holders.values(), ...others]) {
    const entries = readEntries(one);
    if (entries?.some(({ id }) => ids.has(id)))
      await writes.update(checkpoint, one.id, { salts: withoutSalts(entries, ids) });
  }
}

function covers({ kind, first_line, last_line }: Checkpoint, id: bigint): boolean {
  return kind === 'lines' && (first_line ?? 0n) <= id && (last_line ?? 0n) >= id;
}

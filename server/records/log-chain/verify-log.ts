import { log } from '../log.collection.ts';
import type { Reads } from '../store/reads.ts';
import { hashOfCheckpoint } from './chain-hash.ts';
import { isSigned } from './chain-key.ts';
import { type Entry, isAsSealed, type LogLine, readEntries } from './entries.ts';
import { LATE_MS } from './gaps.ts';
import { type Checkpoint, checkpoint } from './log-chain.collection.ts';
import { linesOf } from './log-lines.ts';

/** Read at a time. */
const CHECKPOINTS = 20;
const LINES = 1000;
/** Sealing runs every minute, by the clocks of several machines. */
const LATEST_MS = LATE_MS + 120_000;
const LOWEST_ID = -(2n ** 63n);

/** What does not hold: a line, or a checkpoint and so all lines that it seals. */
export interface Fault {
  readonly what: 'changed' | 'removed' | 'inserted' | 'checkpoint';
  /** The id of the line; of a checkpoint the first line that is no longer proved. */
  readonly line: bigint;
  readonly text: string;
}

/** What the chain says of the log. */
export interface Report {
  /** Those of the lowest lines first. */
  readonly faults: readonly Fault[];
  readonly checkpoints: number;
  /** Lines that are there as they were sealed. */
  readonly sound: number;
  /** Those that no checkpoint covers yet, and when the first of them was written. */
  readonly unsealed: number;
  readonly unsealedSince: number | undefined;
  /** Lines that erasures changed. */
  readonly erased: number;
  /** Retention has removed lines of before this time; 0 if it has removed none. */
  readonly before: number;
  /** The keys that signed, in their order. */
  readonly publicKeys: readonly string[];
}

/** A line that was sealed after its neighbours, and when. */
interface LateEntry extends Entry {
  readonly sealedAt: number;
}

/** The links of the chain, without the lines. */
interface Chain {
  readonly faults: Fault[];
  readonly checkpoints: number;
  readonly publicKeys: Set<string>;
  /** Lines as erasures left them. */
  readonly erased: Map<bigint, Entry>;
  readonly late: Map<bigint, LateEntry>;
  readonly before: number;
}

/** Compares all lines of the log with the chain that seals them. `now` in milliseconds since 1970. */
export async function verifyLog(reads: Reads, now: number): Promise<Report> {
  const chain = await followChain(reads);
  const { faults, erased, late, before } = chain;
  let sound = 0;
  let last = 0n;
  for await (const one of allCheckpoints(reads, 'lines')) {
    const { first_line, last_line } = one;
    if (first_line === null || last_line === null) continue;
    const from = last === 0n ? LOWEST_ID : first_line; // nothing was ever written below the first
    last = last_line;
    const entries = one.entries === null ? undefined : readEntries(one);
    if (one.entries !== null && !entries) continue; // a fault of the chain, found above
    const expected = new Map(entries?.map((entry) => [entry.id, entry]));
    for await (const line of linesBetween(reads, from, last_line)) {
      const own = expected.get(line.id);
      const added = own ? undefined : late.get(line.id);
      const entry = erased.get(line.id) ?? own ?? added;
      expected.delete(line.id);
      late.delete(line.id);
      if (added && added.sealedAt - one.time > LATEST_MS) faults.push(inserted(line, one));
      else if (entry && isAsSealed(line, entry)) sound += 1;
      else if (entry) faults.push(changed(line, one));
      else if (now - one.time > LATE_MS && (entries || line.create_time >= before))
        faults.push(inserted(line, one));
    }
    for (const entry of expected.values()) if (entry.time >= before) faults.push(removed(entry, one));
  }
  for (const entry of late.values()) if (entry.time >= before) faults.push(removed(entry));
  const unsealed = await reads.count(log, (select) => select.where('id', '>', last));
  const [oldest] = await linesOf(reads, (select) => select.where('id', '>', last).limit(1));
  return {
    faults: faults.sort((one, other) => (one.line < other.line ? -1 : Number(one.line > other.line))),
    checkpoints: chain.checkpoints,
    sound,
    unsealed,
    unsealedSince: oldest?.create_time,
    erased: erased.size,
    before,
    publicKeys: [...chain.publicKeys],
  };
}

/** Checks that every checkpoint is there, is as it was signed, and follows the one before. */
async function followChain(reads: Reads): Promise<Chain> {
  const faults: Fault[] = [];
  const publicKeys = new Set<string>();
  const erased = new Map<bigint, Entry>();
  const late = new Map<bigint, LateEntry>();
  const before = await retainedSince(reads);
  let [number, previous] = [0n, ''];
  for await (const one of allCheckpoints(reads)) {
    const line = one.first_line ?? 0n;
    const fault = (text: string) => faults.push({ what: 'checkpoint', line, text });
    const isNext = one.number === number + 1n;
    if (!isNext) fault(`${missing(number + 1n, one.number - 1n)}, before line ${line}`);
    const isWhole = isAsSigned(one);
    const entries = one.entries === null ? [] : readEntries(one);
    const isDropped = one.entries === null && (one.newest ?? 0) < before;
    if (!isWhole || !entries || (one.entries === null && !isDropped))
      fault(
        `checkpoint ${one.number} was changed; it sealed the lines ${one.first_line} to ${one.last_line}`,
      );
    else if (isNext && one.previous !== previous)
      fault(`checkpoint ${one.number} does not follow the checkpoint that is before it`);
    publicKeys.add(one.public_key);
    if (isWhole && one.kind === 'erasure') for (const entry of entries ?? []) erased.set(entry.id, entry);
    if (isWhole && one.kind === 'late')
      for (const entry of entries ?? []) late.set(entry.id, { ...entry, sealedAt: one.time });
    [number, previous] = [one.number, one.hash];
  }
  return { faults, checkpoints: Number(number), publicKeys, erased, late, before };
}

/** Retention has removed what was written before this time. */
async function retainedSince(reads: Reads): Promise<number> {
  let latest = 0;
  for await (const one of allCheckpoints(reads, 'retention'))
    if (isAsSigned(one)) latest = Math.max(latest, one.before ?? 0);
  return latest;
}

function isAsSigned(one: Checkpoint): boolean {
  return one.hash === hashOfCheckpoint(one) && isSigned(one.hash, one.signature, one.public_key);
}

/** The checkpoints in their order; those of one kind, if it is given. */
export async function* allCheckpoints(reads: Reads, kind?: Checkpoint['kind']): AsyncGenerator<Checkpoint> {
  for (let last = 0n; ; ) {
    const after = last;
    const some = await reads.where(checkpoint, (select) => {
      const all = select.where('number', '>', after).orderBy('number').limit(CHECKPOINTS);
      return kind === undefined ? all : all.where('kind', '=', kind);
    });
    yield* some;
    const end = some.at(-1);
    if (!end) return;
    last = end.number;
  }
}

async function* linesBetween(reads: Reads, first: bigint, last: bigint): AsyncGenerator<LogLine> {
  for (let next = first; ; ) {
    const from = next;
    const some = await linesOf(reads, (select) =>
      select.where('id', '>=', from).where('id', '<=', last).limit(LINES),
    );
    yield* some;
    const end = some.at(-1);
    if (!end) return;
    next = end.id + 1n;
  }
}

function changed({ id, create_time }: LogLine, by: Checkpoint): Fault {
  const text = `line ${id}, written ${told(create_time)}, was changed after ${sealedBy(by)}`;
  return { what: 'changed', line: id, text };
}

function inserted({ id, create_time }: LogLine, by: Checkpoint): Fault {
  const text = `line ${id}, which says that it was written ${told(create_time)}, was inserted after ${sealedBy(by)}`;
  return { what: 'inserted', line: id, text };
}

function removed({ id, time }: Entry, by?: Checkpoint): Fault {
  const text = `line ${id}, written ${told(time)}, was removed${by ? ` after ${sealedBy(by)}` : ''}`;
  return { what: 'removed', line: id, text };
}

function missing(first: bigint, last: bigint): string {
  return first === last
    ? `checkpoint ${first} is missing`
    : `the checkpoints ${first} to ${last} are missing`;
}

function sealedBy({ number, time }: Checkpoint): string {
  return `checkpoint ${number} of ${told(time)}`;
}

function told(time: number): string {
  return new Date(time).toISOString();
}

import { setTimeout as wait } from 'node:timers/promises';
import { type JobKind, job, type NewJob } from '../../background/index.ts';
import type { Definition, RecordOf } from '../../definitions/for-server.ts';
import {
  log,
  MAX_STORED_TEXT,
  type RecordStore,
  type Select,
  systemContext,
  type WriteContext,
  type Writes,
  whereEvenDeleted,
} from '../../records/index.ts';
import { fromJson, toJson } from '../../shared/index.ts';
import { erasedName } from '../accounts/erased-user.ts';
import { answer } from '../bookkeeping/answer.collection.ts';
import { type WithoutNames, withoutNames } from './without-names.ts';

const KIND = 'erase traces of a user';
/** Records per transaction. A pause follows each, so that no request waits for long. */
const BATCH = 200;
const PAUSE_MS = 20;
/** By then, requests in flight and refusals counted by other processes have been logged. */
const AGAIN_AFTER_MS = 300_000;

/** The person whose traces are erased: their names, and when they had them. JSON. */
export interface Traces {
  readonly id: string;
  readonly names: readonly string[];
  readonly from: number;
  readonly until: number;
}

/** How records that refer to the user are treated. */
export interface PersonalRecords {
  readonly definition: Definition;
  readonly owner: string;
  readonly only?: readonly [column: string, value: string];
  /** Replacement values; without them the records are deleted. */
  readonly instead?: Readonly<Record<string, unknown>>;
}

/** The jobs that erase a user's traces: at once, and once more. */
export function jobsOf(traces: Traces, { now }: WriteContext): NewJob[] {
  const nameless: Traces = { ...traces, names: [] }; // a name must not wait in a job that long
  return [
    { kind: KIND, data: toJson(traces) },
    { kind: KIND, data: toJson(nameless), due: now + AGAIN_AFTER_MS },
  ];
}

/** Removes the mails to these addresses that are kept outside of the database. */
export type ForgetMails = (addresses: readonly string[]) => Promise<void>;

/** What else belongs to the erasure of a person. */
export interface AlongWith {
  readonly forgetMails: ForgetMails;
  /** Seals the lines of the log anew that were changed, in the same transaction. */
  readonly reseal: Reseal;
}

export type Reseal = (writes: Writes, lines: readonly bigint[]) => Promise<void>;

export function erasureJobKind(
  store: RecordStore,
  personal: readonly PersonalRecords[],
  { forgetMails, reseal }: AlongWith,
): JobKind {
  return {
    name: KIND,
    atOnce: 1,
    mostTries: Number.POSITIVE_INFINITY, // given up, it would leave the names in the log and in its own data
    async run({ data }, signal) {
      const traces = fromJson<Traces>(data);
      await forgetMails(traces.names);
      await eraseTraces(store, personal, { traces, reseal, signal });
    },
  };
}

/** Erases a user's traces from the log and other records. Idempotent, and resumable after a crash. */
export async function eraseTraces(
  store: RecordStore,
  personal: readonly PersonalRecords[],
  {
    traces,
    reseal,
    signal,
  }: { readonly traces: Traces; readonly reseal: Reseal; readonly signal?: AbortSignal },
): Promise<void> {
  const id = BigInt(traces.id);
  const instead = erasedName(id, store.language);
  const cleaning = { id, instead, clean: withoutNames(traces.names, instead) };
  for (const records of personal)
    await inBatches(
      store,
      ownedBy(records, id),
      async (writes, found) => eraseRecords(writes, records, found),
      signal,
    );
  const lines: Owned<typeof log> = {
    definition: log,
    narrow: (select) =>
      select.where((e) =>
        e.or([
          e('user_id', '=', id),
          e.and([e('create_time', '>=', traces.from), e('create_time', '<=', traces.until)]),
        ]),
      ),
  };
  const cleanLine = lineCleaner(cleaning);
  const cleanLines = async (writes: Writes, found: readonly RecordOf<typeof log>[]) =>
    reseal(writes, await updateEach(writes, log, found, cleanLine));
  await inBatches(store, lines, cleanLines, signal);
  const answers: Owned<typeof answer> = {
    definition: answer,
    narrow: (select) =>
      select.where('create_time', '>=', traces.from).where('create_time', '<=', traces.until),
  };
  const cleanAnswer = ({ written }: RecordOf<typeof answer>) => {
    const cleaned = written === '' ? '' : toJson(cleaning.clean(fromJson(written)));
    return cleaned === written ? undefined : { written: cleaned };
  };
  await inBatches(store, answers, (writes, kept) => updateEach(writes, answer, kept, cleanAnswer), signal);
  const theirs: Owned<typeof job> = {
    definition: job,
    narrow: (select) => select.where('create_user_id', '=', id).where('state', '<>', 'running'),
  };
  await inBatches(
    store,
    theirs,
    (writes, jobs) => updateEach(writes, job, jobs, (one) => cleanJob(one, cleaning)),
    signal,
  );
}

interface Owned<D extends Definition> {
  readonly definition: D;
  readonly narrow: (select: Select) => Select;
}

function ownedBy({ definition, owner, only }: PersonalRecords, id: bigint): Owned<Definition> {
  return {
    definition,
    narrow: (select) => {
      const theirs = select.where(owner, '=', id);
      return only ? theirs.where(only[0], '=', only[1]) : theirs;
    },
  };
}

async function eraseRecords(
  writes: Writes,
  { definition, instead }: PersonalRecords,
  records: readonly { readonly id: bigint }[],
): Promise<void> {
  if (instead) for (const { id } of records) await writes.redact(definition, id, instead);
  else
    await writes.forget(
      definition,
      records.map(({ id }) => id),
    );
}

/** The person whose traces are erased, and the replacement for their names. */
interface Cleaning {
  readonly id: bigint;
  readonly instead: string;
  readonly clean: WithoutNames;
}

/** The redacted log entry; undefined if it does not mention the person. */
function lineCleaner({ id, instead, clean }: Cleaning) {
  return (line: RecordOf<typeof log>) => {
    const isTheirs = line.user_id === id;
    // An entry of another user with the same name is about that user.
    const isOfNamesake = !isTheirs && line.user_id > 0n && clean(line.username) !== line.username;
    if (isOfNamesake) return undefined;
    const { username, message, message_source, path, address } = line;
    // A line names its user itself, or the network of a failed sign-in.
    const own = isTheirs
      ? withoutNames(
          [username, address ?? ''].filter((one) => one !== instead),
          instead,
        )
      : clean;
    const cleaned = {
      username: isTheirs && username !== '' ? instead : clean(username),
      message: own(clean(message)).slice(0, MAX_STORED_TEXT),
      message_source: own(clean(message_source)),
      path: clean(path).slice(0, 400),
      address: isTheirs ? null : address,
    };
    const before = { username, message, message_source, path, address };
    return toJson(cleaned) === toJson(before) ? undefined : cleaned;
  };
}

/** A job's data may name who caused it. */
function cleanJob({ data, problem }: RecordOf<typeof job>, { id, instead, clean }: Cleaning) {
  if (!data) return undefined;
  const kept = fromJson<{ actor?: { id: string; username: string } }>(data);
  const { actor } = kept;
  const isNamed = actor?.id === String(id);
  const cleaned = {
    data: isNamed ? toJson({ ...kept, actor: { ...actor, username: instead } }) : data,
    problem: clean(problem),
  };
  return cleaned.data === data && cleaned.problem === problem ? undefined : cleaned;
}

/** Returns the ids of the records that were changed. */
async function updateEach<D extends Definition>(
  writes: Writes,
  definition: D,
  records: readonly RecordOf<D>[],
  change: (record: RecordOf<D>) => Readonly<Record<string, unknown>> | undefined,
): Promise<bigint[]> {
  const changed: bigint[] = [];
  for (const record of records) {
    const values = change(record);
    if (!values) continue;
    await writes.redact(definition, record.id, values);
    changed.push(record.id);
  }
  return changed;
}

/** Reads records batch by batch, in the order of their ids, each in the transaction that changes them. */
async function inBatches<D extends Definition>(
  store: RecordStore,
  { definition, narrow }: Owned<D>,
  work: (writes: Writes, records: readonly RecordOf<D>[]) => Promise<unknown>,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (let after = 0n; ; ) {
    const from = after;
    const records = await store.write(systemContext('user erase'), async (writes) => {
      const some = await whereEvenDeleted(writes, definition, (select) =>
        narrow(select.where('id', '>', from))
          .orderBy('id')
          .limit(BATCH),
      );
      await work(writes, some);
      return some;
    });
    const last = records.at(-1);
    if (!last || records.length < BATCH) return;
    after = last.id;
    await wait(PAUSE_MS, undefined, { signal });
  }
}

import { setTimeout as wait } from 'node:timers/promises';
import { job } from '../../background/job.record.ts';
import type { NewJob } from '../../background/job-store.ts';
import type { JobKind } from '../../background/jobs.ts';
import type { Definition } from '../../definitions/define-record.ts';
import type { RowOf } from '../../definitions/row-types.ts';
import { log, MAX_MESSAGE } from '../../records/log.record.ts';
import type { Select } from '../../records/query/select.ts';
import type { Records } from '../../records/records.ts';
import { systemContext, type WriteContext } from '../../records/rows/write-context.ts';
import { whereEvenDeleted } from '../../records/write/deleted.ts';
import type { Writes } from '../../records/write/writes.ts';
import { fromJson, toJson } from '../../shared/json.ts';
import { erasedName } from '../accounts/erased-user.ts';
import { type WithoutNames, withoutNames } from './without-names.ts';

const KIND = 'erase traces of a user';
/** So many rows go in one transaction, with a pause behind it, so that nobody's request waits for long. */
const BATCH = 200;
const PAUSE_MS = 20;
/** Requests that were under way, and refusals that other processes were still counting, have been logged by then. */
const AGAIN_AFTER_MS = 300_000;

/** Whose traces are erased: by which names they were known, and when they bore them. JSON. */
export interface Traces {
  readonly id: string;
  readonly names: readonly string[];
  readonly from: number;
  readonly until: number;
}

/** Rows that tell of the user whose id a column holds: what becomes of them. */
export interface PersonalRows {
  readonly definition: Definition;
  readonly owner: string;
  readonly only?: readonly [column: string, value: string];
  /** Values that replace theirs; without them the rows go. */
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

export function erasureJobKind(records: Records, personal: readonly PersonalRows[]): JobKind {
  return {
    name: KIND,
    atOnce: 1,
    mostTries: 12,
    run: ({ data }, signal) => eraseTraces(records, personal, { traces: fromJson<Traces>(data), signal }),
  };
}

/** Erases what the log and other rows tell of a user. Doing it again, or on from where it was cut off, changes nothing more. */
export async function eraseTraces(
  records: Records,
  personal: readonly PersonalRows[],
  { traces, signal }: { readonly traces: Traces; readonly signal?: AbortSignal },
): Promise<void> {
  const id = BigInt(traces.id);
  const instead = erasedName(id, records.language);
  const cleaning = { id, instead, clean: withoutNames(traces.names, instead) };
  for (const rows of personal)
    await inBatches(
      records,
      ownedBy(rows, id),
      async (writes, found) => eraseRows(writes, rows, found),
      signal,
    );
  const told: Owned<typeof log> = {
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
  await inBatches(records, told, (writes, lines) => updateEach(writes, log, lines, cleanLine), signal);
  const theirs: Owned<typeof job> = {
    definition: job,
    narrow: (select) => select.where('create_user_id', '=', id).where('state', '<>', 'running'),
  };
  await inBatches(
    records,
    theirs,
    (writes, jobs) => updateEach(writes, job, jobs, (one) => cleanJob(one, cleaning)),
    signal,
  );
}

interface Owned<D extends Definition> {
  readonly definition: D;
  readonly narrow: (select: Select) => Select;
}

function ownedBy({ definition, owner, only }: PersonalRows, id: bigint): Owned<Definition> {
  return {
    definition,
    narrow: (select) => {
      const theirs = select.where(owner, '=', id);
      return only ? theirs.where(only[0], '=', only[1]) : theirs;
    },
  };
}

async function eraseRows(
  writes: Writes,
  { definition, instead }: PersonalRows,
  rows: readonly { readonly id: bigint }[],
): Promise<void> {
  if (instead) for (const { id } of rows) await writes.redact(definition, id, instead);
  else
    await writes.forget(
      definition,
      rows.map(({ id }) => id),
    );
}

/** Whose traces are erased, and what stands in the place of their names. */
interface Cleaning {
  readonly id: bigint;
  readonly instead: string;
  readonly clean: WithoutNames;
}

/** What a line of the log is to hold instead; undefined where it tells nothing of the person. */
function lineCleaner({ id, instead, clean }: Cleaning) {
  return (line: RowOf<typeof log>) => {
    const isTheirs = line.user_id === id;
    // A line of somebody else who bears, or bore, the same name tells of them.
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
    const told = {
      username: isTheirs && username !== '' ? instead : clean(username),
      message: own(clean(message)).slice(0, MAX_MESSAGE),
      message_source: own(clean(message_source)),
      path: clean(path).slice(0, 400),
      address: isTheirs ? null : address,
    };
    const before = { username, message, message_source, path, address };
    return toJson(told) === toJson(before) ? undefined : told;
  };
}

/** A job's data may name who caused it. */
function cleanJob({ data, problem }: RowOf<typeof job>, { id, instead, clean }: Cleaning) {
  if (!data) return undefined;
  const kept = fromJson<{ actor?: { id: string; username: string } }>(data);
  const { actor } = kept;
  const isNamed = actor?.id === String(id);
  const told = {
    data: isNamed ? toJson({ ...kept, actor: { ...actor, username: instead } }) : data,
    problem: clean(problem),
  };
  return told.data === data && told.problem === problem ? undefined : told;
}

async function updateEach<D extends Definition>(
  writes: Writes,
  definition: D,
  rows: readonly RowOf<D>[],
  change: (row: RowOf<D>) => Readonly<Record<string, unknown>> | undefined,
): Promise<void> {
  for (const row of rows) {
    const values = change(row);
    if (values) await writes.redact(definition, row.id, values);
  }
}

/** Reads rows batch by batch, in the order of their ids, each in the transaction that changes them. */
async function inBatches<D extends Definition>(
  records: Records,
  { definition, narrow }: Owned<D>,
  work: (writes: Writes, rows: readonly RowOf<D>[]) => Promise<void>,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (let after = 0n; ; ) {
    const from = after;
    const rows = await records.write(systemContext('user erase'), async (writes) => {
      const some = await whereEvenDeleted(writes, definition, (select) =>
        narrow(select.where('id', '>', from))
          .orderBy('id')
          .limit(BATCH),
      );
      await work(writes, some);
      return some;
    });
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = last.id;
    await wait(PAUSE_MS, undefined, { signal });
  }
}

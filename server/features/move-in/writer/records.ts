import { createHash } from 'node:crypto';
import { planDecision, ROOT_USERNAME, user } from '../../../access/index.ts';
import type { Raw } from '../../../database/engine.ts';
import type { Definition, ServedDefinition } from '../../../definitions/define-collection.ts';
import { isRefusal } from '../../../errors.ts';
import { cleanWhole, inColumns, type Writes } from '../../../records/index.ts';
import { toJson } from '../../../shared/exact-json.ts';
import type { CollectionForm } from '../forms/forms.ts';
import { KIND, type MovedRecord } from '../source.ts';
import { fitted, resolve, type Swaps } from './fitted.ts';
import { inBatches, type Move, reasonOf, TASK, type WritesOf, writeMoved } from './move.ts';
import type { Outcome } from './report.ts';

/** Records of one transaction. */
const BATCH = 50;
/** In a rehearsal, the id of a record that the move would create. */
const PROMISED = 1n;

/** One collection of the source, and the definition here to which its records go. */
export interface Target {
  readonly form: CollectionForm;
  readonly definition: ServedDefinition;
  /** Where its records are written: its drafts, if it has any. */
  readonly written: ServedDefinition;
}

type Known = Awaited<ReturnType<Move['known']['find']>>;

/** A record with ids in place of keys. */
interface Prepared {
  readonly record: MovedRecord;
  readonly values: Raw;
  readonly published: boolean | Raw;
  readonly creator: bigint | undefined;
  readonly hash: string;
  readonly known: (Known extends Map<string, infer One> ? One : never) | undefined;
}

/** Moves the records of a collection, and says whether one refers to what is not here, which a later collection may bring. */
export async function moveRecords(move: Move, target: Target, isAgain = false): Promise<boolean> {
  let lacks = false;
  for await (const batch of inBatches(move.source.records(target.form.name), BATCH)) {
    const { prepared, isComplete } = await prepare(move, target, batch);
    lacks ||= !isComplete;
    const { report } = move;
    const name = target.form.name;
    const changed = prepared.filter(({ known, hash }) => known?.hash !== hash);
    if (!isAgain) for (let n = changed.length; n < prepared.length; n += 1) report.count(name, 'unchanged');
    if (move.isRehearsal) for (const one of changed) await rehearse(move, target, one);
    else await write(move, target, changed, { isAgain, isLast: isAgain || isComplete });
  }
  return lacks;
}

async function prepare(move: Move, { form, definition }: Target, batch: readonly MovedRecord[]) {
  const wanted = new Map<string, Set<string>>();
  const gather: Swaps = {
    address: () => undefined,
    id(kind, key) {
      wanted.set(kind, (wanted.get(kind) ?? new Set()).add(key));
      return undefined;
    },
  };
  for (const { values, published, creator } of batch) {
    resolve(form.fields, values, gather);
    if (typeof published === 'object') resolve(form.fields, published, gather);
    if (creator !== undefined) gather.id(KIND.person, creator);
  }
  const found = new Map<string, Known>();
  for (const [kind, keys] of wanted) found.set(kind, await move.known.find(kind, keys));
  let isComplete = true;
  const idOf = (kind: string, key: string): bigint | undefined => {
    const id = found.get(kind)?.get(key)?.target_id;
    if (id !== undefined) return id;
    isComplete = false;
    return move.isRehearsal ? PROMISED : undefined;
  };
  const swaps: Swaps = { id: idOf, address: (there) => addressHere(move, there) };
  const here = (values: Raw) => fitted(move, definition, form, resolve(form.fields, values, swaps));
  const known = await move.known.find(
    form.name,
    batch.map(({ key }) => key),
  );
  const prepared = batch.map((record): Prepared => {
    const values = here(record.values);
    const published =
      typeof record.published === 'object' ? here(record.published) : (record.published ?? false);
    const creator = record.creator === undefined ? undefined : found.get(KIND.person)?.get(record.creator);
    const hash = hashOf([values, published, record.publishAt ?? null]);
    return { record, values, published, hash, creator: creator?.target_id, known: known.get(record.key) };
  });
  return { prepared, isComplete };
}

/** The address here of a file; pictures in other sizes are shown by the whole one. */
function addressHere({ addresses }: Move, there: string): string | undefined {
  const plain = there.replace(/[?#].*$/, '');
  return addresses.get(plain) ?? addresses.get(plain.replace(/-\d+x\d+(\.\w+)$/, '$1'));
}

function hashOf(values: unknown): string {
  return createHash('sha256').update(toJson(values)).digest('hex');
}

/** Checks the values as the server would, but for what only its database knows. */
async function rehearse(move: Move, { form, definition, written }: Target, one: Prepared): Promise<void> {
  const { record, values, published, known } = one;
  const mayMiss = written !== definition && published === false ? () => true : undefined;
  try {
    const columns = inColumns(definition, values);
    await cleanWhole(definition, mayMiss ? withoutNulls(columns) : columns, mayMiss);
    move.report.count(form.name, known ? 'updated' : 'created');
  } catch (error) {
    move.report.refuse(form.name, record.key, reasonOf(error));
  }
}

/** A draft may lack what is required. */
function withoutNulls(values: Raw): Raw {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}

/** Whether a collection is gone through once more, and whether what is refused now is tried no more. */
interface Pass {
  readonly isAgain: boolean;
  readonly isLast: boolean;
}

/** A batch is one transaction. If a record of it is refused, each is written alone, and the refused ones are told. */
async function write(
  move: Move,
  target: Target,
  batch: readonly Prepared[],
  { isAgain, isLast }: Pass,
): Promise<void> {
  if (batch.length === 0) return;
  const { report } = move;
  const { name } = target.form;
  const count = ({ known }: Prepared, outcome: Outcome) => {
    if (!isAgain || known === undefined) report.count(name, outcome); // known ones were counted before
  };
  try {
    const outcomes = await writeTogether(move, target, batch);
    for (const [at, outcome] of outcomes.entries()) if (batch[at]) count(batch[at], outcome);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    for (const one of batch)
      try {
        count(one, await writeAlone(move, target, one));
      } catch (refusal) {
        const reason = reasonOf(refusal);
        if (isLast) report.refuse(name, one.record.key, reason);
      }
  }
}

/** A record that cannot be published stays a draft. */
async function writeAlone(move: Move, target: Target, one: Prepared): Promise<Outcome> {
  const writeIt = (mayPublish: boolean) =>
    writeMoved(move, (writes, inOriginal) => writeOne({ move, target, mayPublish }, one, writes, inOriginal));
  try {
    return await writeIt(true);
  } catch (error) {
    if (!isRefusal(error) || one.published === false || target.written === target.definition) throw error;
    const outcome = await writeIt(false);
    move.report.note(`${target.form.name} ${one.record.key} stays a draft: ${reasonOf(error)}`);
    return outcome;
  }
}

function writeTogether(move: Move, target: Target, batch: readonly Prepared[]): Promise<Outcome[]> {
  return writeMoved(move, async (writes, inOriginal) => {
    const outcomes: Outcome[] = [];
    for (const one of batch)
      outcomes.push(await writeOne({ move, target, mayPublish: true }, one, writes, inOriginal));
    return outcomes;
  });
}

interface How {
  readonly move: Move;
  readonly target: Target;
  readonly mayPublish: boolean;
}

async function writeOne(how: How, one: Prepared, writes: Writes, inOriginal: WritesOf): Promise<Outcome> {
  const { move, target } = how;
  const { written, form } = target;
  const { record, values, known, hash, creator } = one;
  const { times } = record;
  const original = inOriginal(times && { ...times, creator });
  const singleton =
    written.isSingleton && !known ? await writes.first(written, (select) => select) : undefined;
  const id = known?.target_id ?? singleton?.id;
  if (known && !(await writes.find(written, known.target_id))) return 'left alone'; // deleted here since
  const published = how.mayPublish && written !== target.definition ? one.published : false;
  const first = typeof published === 'object' ? published : values;
  const here = id ?? (await original.create(written, first));
  if (id !== undefined) await original.update(written, id, first);
  if (published !== false) await original.publish(written, here);
  if (typeof published === 'object') await original.update(written, here, values);
  if (record.publishAt !== undefined) await planToPublish(how, writes, here, record.publishAt);
  await move.known.remember(writes, { kind: form.name, key: record.key, target: here, hash }, known);
  return known ? 'updated' : 'created';
}

/** What is to be published later is planned in the name of the first super administrator. */
async function planToPublish(how: How, writes: Writes, id: bigint, at: number): Promise<void> {
  const { written, definition } = how.target;
  if (written === definition || at <= writes.context.now) return;
  const planner = await writes.first(user, (select) => select.where('username', '=', ROOT_USERNAME));
  if (!planner)
    return how.move.report.note(`Publications are not planned: there is no user '${ROOT_USERNAME}'`);
  const task = {
    userId: planner.id,
    keyId: undefined,
    network: '',
    method: 'CLI',
    path: TASK,
    requestId: TASK,
  };
  await planDecision(
    writes,
    written,
    { id, does: 'publish', at },
    { task, preconditions: { uses: ['publish'] } },
  );
}

/** Whether records of this definition go there as well. */
export function targetOf(definition: Definition): definition is ServedDefinition {
  return definition.path !== undefined && definition.access !== undefined && definition.sql === undefined;
}

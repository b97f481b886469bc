import type { Reference } from '../../definitions/catalogue.ts';
import { type AnyRecord, idsBy, idsIn, isSame } from '../record.ts';
import { inChunks } from '../store/chunks.ts';
import { errorOf } from '../write/error-of.ts';
import { revision } from '../write/revision.collection.ts';
import { readChanges } from '../write/revisions.ts';
import type { Writes } from '../write/writes.ts';
import { addressOf, type Part, type RecordAddress } from './deletion-set.ts';

/** A revision may hold two values of a megabyte. */
const READ_AT_ONCE = 20;

/** The revisions of one deletion: those of its request after the deletion before it. */
interface Deletion {
  readonly requestId: string;
  readonly after: bigint;
  readonly until: bigint;
}

/**
 * Lets records refer again to the records that have come back, as far as their histories tell that the deletion took these
 * references. What was changed since stays: a single reference only returns into an empty field. It needs no right to change
 * these records, as the deletion needed none. A record that its own checks or hooks refuse stays as it is.
 */
export async function giveReferencesBack(
  writes: Writes,
  roots: readonly RecordAddress[],
  parts: readonly Part[],
): Promise<void> {
  const isBack = addressesOf(parts);
  for (const deletion of await deletionsOf(writes, roots)) await giveBackAfter(writes, deletion, isBack);
}

async function giveBackAfter(writes: Writes, deletion: Deletion, isBack: ReadonlySet<string>): Promise<void> {
  for (let after: bigint | undefined = deletion.after; after !== undefined; ) {
    const from: bigint = after;
    const some = await writes.where(revision, (select) =>
      select
        .where('request_id', '=', deletion.requestId)
        .where('action', '=', 'update')
        .where('id', '>', from)
        .where('id', '<', deletion.until)
        .orderBy('id')
        .limit(READ_AT_ONCE),
    );
    for (const one of some) await giveBack(writes, one, isBack);
    after = some.at(-1)?.id;
  }
}

/** Where the last deletions of records stand among the revisions of their requests; only those of requests that changed records. */
async function deletionsOf(writes: Writes, roots: readonly RecordAddress[]): Promise<Deletion[]> {
  const last: Pick<Deletion, 'requestId' | 'until'>[] = [];
  for (const [collection, some] of Map.groupBy(roots, (root) => root.collection))
    last.push(
      ...(await inChunks(
        some.map(({ record_id }) => record_id),
        (ids) => lastDeletions(writes, collection, ids),
      )),
    );
  const found: Deletion[] = [];
  for (const [requestId, ofRequest] of Map.groupBy(last, (one) => one.requestId)) {
    if ((await lastOf(writes, requestId, 'update')) === undefined) continue;
    for (const { until } of ofRequest)
      found.push({ requestId, after: (await lastOf(writes, requestId, 'delete', until)) ?? 0n, until });
  }
  return found;
}

async function lastDeletions(
  writes: Writes,
  collection: string,
  ids: readonly bigint[],
): Promise<Pick<Deletion, 'requestId' | 'until'>[]> {
  const deletions = await writes.records<{ id: bigint; record_id: bigint; request_id: string }>(
    writes.query
      .selectFrom(revision.name)
      .select(['id', 'record_id', 'request_id'])
      .where('collection', '=', collection)
      .where('record_id', 'in', ids)
      .where('action', '=', 'delete')
      .orderBy('id'),
    { id: { type: 'bigint' }, record_id: { type: 'bigint' }, request_id: revision.fields.request_id.column },
  );
  const last = new Map(deletions.map((one) => [one.record_id, one]));
  return [...last.values()].map(({ id, request_id }) => ({ requestId: request_id, until: id }));
}

/** The id of a request's last revision with this action, before another one. */
async function lastOf(
  writes: Writes,
  requestId: string,
  action: 'update' | 'delete',
  before?: bigint,
): Promise<bigint | undefined> {
  const all = writes.query
    .selectFrom(revision.name)
    .select('id')
    .where('request_id', '=', requestId)
    .where('action', '=', action);
  const some = before === undefined ? all : all.where('id', '<', before);
  const [found] = await writes.records<{ id: bigint }>(some.orderBy('id', 'desc').limit(1), {
    id: { type: 'bigint' },
  });
  return found?.id;
}

function addressesOf(parts: readonly Part[]): ReadonlySet<string> {
  return new Set(
    parts.flatMap(({ definition, records }) => records.map(({ id }) => addressOf(definition.name, id))),
  );
}

async function giveBack(
  writes: Writes,
  one: Parameters<typeof readChanges>[1],
  isBack: ReadonlySet<string>,
): Promise<void> {
  const { catalogue } = writes;
  const definition = [...catalogue.served, ...catalogue.drafts].find(({ name }) => name === one.collection);
  if (!definition) return; // its collection is gone
  const record = await writes.find(definition, one.record_id);
  const changes = readChanges(definition, one);
  const given: Record<string, unknown> = {};
  for (const reference of record ? catalogue.referencesOf(definition.name) : []) {
    const [before, after] = changes[reference.field] ?? [];
    if (!record || before === undefined) continue;
    const had = { ...record, [reference.field]: before };
    const left = new Set(idsBy(reference, { ...record, [reference.field]: after }));
    const lost = idsBy(reference, had).filter(
      (id) => !left.has(id) && isBack.has(addressOf(reference.target, id)),
    );
    const now = { ...record, ...given };
    const value =
      lost.length > 0 ? withReferences(reference, { now, had, after }, lost) : now[reference.field];
    if (!isSame(value, now[reference.field])) given[reference.field] = value;
  }
  if (record && Object.keys(given).length > 0)
    await errorOf(() => writes.referAgain(definition, record, given));
}

interface States {
  readonly now: AnyRecord;
  readonly had: AnyRecord;
  /** The field's value after the deletion. */
  readonly after: unknown;
}

/** The value of a reference field with the lost ids, each at its former place. */
function withReferences(
  { definition, field, path, link }: Reference,
  { now, had, after }: States,
  lost: readonly bigint[],
): unknown {
  const kind = definition.fields[field];
  if (path !== undefined && kind) return isSame(now[field], after) ? had[field] : now[field];
  if (!link) return now[field] ?? lost[0];
  return withInserted(idsIn(now, field), idsIn(had, field), lost);
}

/** Inserts each id behind the nearest of its former predecessors that is still there. */
function withInserted(now: readonly bigint[], had: readonly bigint[], lost: readonly bigint[]): bigint[] {
  const ids = [...now];
  for (const id of lost) {
    if (ids.includes(id)) continue;
    const before = had.slice(0, had.indexOf(id)).findLast((one) => ids.includes(one));
    ids.splice(before === undefined ? 0 : ids.indexOf(before) + 1, 0, id);
  }
  return ids;
}

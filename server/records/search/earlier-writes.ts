import type { Schedule } from '../../background/schedule.ts';
import type { Connection } from '../../database/engine.ts';
import type { Definition, RecordOf } from '../../definitions/for-server.ts';
import { MINUTE_MS, quireCommand } from '../../shared/index.ts';
import { change, changeHead } from '../changes/change.collection.ts';
import { indexRecords, removeFromIndex } from '../fulltext/index-records.ts';
import { judgeEarlierWrite } from '../past/judge-earlier-writes.ts';
import type { Select } from '../query/select.ts';
import type { RecordStore } from '../record-store.ts';
import { type Committed, systemContext } from '../store/write-context.ts';
import { readChanges, revision, type Writes } from '../write/index.ts';
import { whereEvenDeleted } from '../write/removal/deleted.ts';

type Revision = RecordOf<typeof revision>;

const NAME = 'take up writes of earlier versions';
const BATCH = 100;
/** Transactions that are older have ended, so that no smaller id appears any more. */
const ENDED_MS = 5 * MINUTE_MS;
/** How many revisions may be looked at again before that is noted. */
const AGAIN = 1000;

/**
 * Every minute, takes up what servers of earlier versions have written beside this one, or after a rollback: their revisions
 * are not marked. What they left out is done: the change is added to the feed, and the record to the full text index.
 */
export function earlierWritesSchedule(store: RecordStore): Schedule {
  return {
    name: NAME,
    cron: '* * * * *',
    async run(signal) {
      while (!signal.aborted && (await takeUp(store)) === BATCH);
    },
  };
}

/** Notes at the first start of this version which revisions there are: those are not taken up. */
export async function beginEarlierWrites(store: RecordStore): Promise<void> {
  const known = await store.reads.first(changeHead, (select) => select);
  if (known?.revisions !== null) return;
  await store.writeAlone(systemContext('start'), async (writes) => {
    const head = await writes.first(changeHead, (select) => select);
    if (head?.revisions !== null) return;
    const last = await writes.first(revision, (select) => select.orderBy('id', 'desc').limit(1));
    await writes.update(changeHead, head.id, { revisions: last?.id ?? 0n });
  });
}

/** How many writes of a collection have not been taken up yet. */
export async function countEarlierWrites({ reads }: RecordStore, { name }: Definition): Promise<number> {
  const head = await reads.first(changeHead, (select) => select);
  if (head?.revisions === null || head?.revisions === undefined) return 0;
  return reads.count(revision, (select) => unmarked(select, head.revisions).where('collection', '=', name));
}

function unmarked(select: Select, after: bigint | null): Select {
  return select.where('id', '>', after).where('noted', 'is', null);
}

/** One batch; returns how many writes that were. */
async function takeUp(store: RecordStore): Promise<number> {
  const head = await store.reads.first(changeHead, (select) => select);
  if (!head || head.revisions === null) return 0;
  const { revisions } = head;
  const found = await store.reads.where(revision, (select) =>
    unmarked(select, revisions).orderBy('id').limit(BATCH),
  );
  if (found.length > 0)
    await store.write(systemContext(NAME), async (writes, connection) => {
      for (const { id } of found) await takeUpOne(store, { writes, connection }, id);
    });
  if (found.length > 0) store.changes.noteCommit();
  else await moveOn(store, { id: head.id, revisions });
  return found.length;
}

interface Transaction {
  readonly writes: Writes;
  readonly connection: Connection;
}

async function takeUpOne(store: RecordStore, { writes, connection }: Transaction, id: bigint): Promise<void> {
  const { catalogue, database, changes, advice } = store;
  const one = await writes.find(revision, id); // locked: another process may take it up
  if (!one || one.noted) return;
  await writes.update(revision, id, { noted: true });
  const definition = [...catalogue.served, ...catalogue.drafts].find(({ name }) => name === one.collection);
  if (!definition || one.action === 'purge') return;
  const [record] = await whereEvenDeleted(writes, definition, (select) =>
    select.where('id', '=', one.record_id),
  );
  if (!record) return;
  if ((record as { is_deleted?: boolean }).is_deleted)
    await removeFromIndex(database.engine, connection, definition, [record.id]);
  else await indexRecords(database.engine, connection, definition, [record]);
  const changed = Object.keys(readChanges(definition, one));
  for (const name of await judgeEarlierWrite(connection, definition, record, changed))
    advice.give(
      `a server of an earlier version wrote ${definition.name}.${name} of record ${record.id}, which its rule refuses: stop that server, then run ${quireCommand} migrate`,
    );
  if (!(await isTold(writes, one))) await changes.note(connection, [committedBy(one, definition, record)]);
}

/** Whether the feed holds a change of the record that came with this one or later. */
async function isTold(writes: Writes, { collection, record_id, action, time }: Revision): Promise<boolean> {
  const later = await writes.first(change, (select) =>
    select
      .where('time', '>=', time)
      .where('collection', '=', collection)
      .where('record_id', '=', record_id)
      .where('action', '=', action),
  );
  return later !== undefined;
}

/** The write as the server that did it would have noted it. */
function committedBy(one: Revision, definition: Definition, record: RecordOf<Definition>): Committed {
  const changed = Object.entries(readChanges(definition, one));
  const after = { ...record, ...Object.fromEntries(changed.map(([name, [, is]]) => [name, is])) };
  const before = { ...after, ...Object.fromEntries(changed.map(([name, [was]]) => [name, was])) };
  const context = systemContext(NAME);
  return {
    definition,
    context: { ...context, actor: { ...context.actor, id: one.user_id } },
    action: one.action,
    decision: one.decision ?? undefined,
    record: after,
    before: one.action === 'create' ? undefined : before,
  };
}

/** Notes up to where nothing has to be looked at again. */
async function moveOn(
  { reads, database }: RecordStore,
  { id, revisions }: { readonly id: bigint; readonly revisions: bigint },
): Promise<void> {
  const last = await reads.first(revision, (select) =>
    select
      .where('time', '<', Date.now() - ENDED_MS)
      .orderBy('id', 'desc')
      .limit(1),
  );
  if (!last || last.id < revisions + BigInt(AGAIN)) return;
  const moved = database.query.updateTable(changeHead.name).set({ revisions: last.id }).where('id', '=', id);
  await database.transaction((connection) => connection.run(moved.compile()));
}

import { type Door, taskOf } from '../../../access/index.ts';
import type { Raw } from '../../../database/engine.ts';
import type { Definition } from '../../../definitions/define-collection.ts';
import { badParameters } from '../../../errors.ts';
import {
  type AnyRecord,
  allRights,
  type BatchOutcome,
  Bindings,
  emptyOutcome,
  keyOf,
  type LocaleQuery,
  type Narrowing,
  problemsOf,
  reachableRecords,
  readLocales,
  readNarrowing,
  removedHtmlIn,
  rightsOver,
  type SourceRecord,
  updateRecord,
  type Writes,
} from '../../../records/index.ts';
import { freeTurn, fromJson, isTurnOver, toJson } from '../../../shared/index.ts';
import type { ImportRecord } from '../import.collection.ts';
import { message } from '../messages/message.ts';
import { type BulkAction, USES } from './actions.ts';
import { decide, type Planned } from './decide.ts';

/** What becomes of the records that a filter finds. */
export interface Change extends Narrowing, LocaleQuery {
  readonly definition: Definition;
  readonly action: BulkAction;
  readonly set: Raw;
  /** When to publish or unpublish, in milliseconds since 1970; null takes such plans back. Undefined does it now. */
  readonly at?: number | null | undefined;
}

/** A change in the stored form of an import: what is undefined is left out. */
export function writeChange({ definition: _, action: __, ...kept }: Change): string {
  return toJson(kept);
}

/** Reads what `writeChange` wrote; undefined of the import of a file. */
export function readChange(definition: Definition, { action, changes }: ImportRecord): Change | undefined {
  if (action === 'import') return undefined;
  return { ...fromJson<Omit<Change, 'definition' | 'action'>>(changes ?? ''), definition, action };
}

/** Changes, deletes, publishes or unpublishes the records of these ids, each by itself. A record that no longer meets the filter is left unchanged. */
export async function changeBatch(
  door: Door,
  writes: Writes,
  change: Change,
  records: readonly SourceRecord[],
): Promise<BatchOutcome> {
  const { definition, action } = change;
  const outcome = emptyOutcome();
  const sent = records.map(({ line, ...record }) => ({
    line,
    id: keyOf(definition, 'id', record) as bigint,
  })); // by the server
  const ids = sent.map(({ id }) => id);
  const found = await writes.where(definition, (query) => query.where('id', 'in', ids));
  const matching = await matchingIds(writes, change, ids);
  const reachable = new Map(
    (await reachableRecords(writes, definition, found, [USES[action].does])).map((record) => [
      record.id,
      record,
    ]),
  );
  const { at } = change;
  const planned = at === undefined ? undefined : { at, task: await taskOf(door) };
  const removed = removedHtmlIn(definition, change.set ?? {});
  for (const { line, id } of sent) {
    if (isTurnOver()) await freeTurn();
    try {
      const before = reachable.get(id);
      if (!matching.has(id)) throw badParameters({ '': message('meetsFilterNoLonger') });
      if (!before) throw badParameters({ '': message('outOfReach') });
      const done = await changeRecord(writes, { ...change, planned }, before);
      outcome[done].push([line, id]);
      if (removed && done === 'updated') outcome.removedHtml.push([line, removed]);
    } catch (error) {
      outcome.refused.push([line, problemsOf(error), id]);
    }
  }
  return outcome;
}

/** Which of these records the actor may read by now and the filter still finds. */
async function matchingIds(
  writes: Writes,
  { definition, ...narrowing }: Change,
  ids: readonly bigint[],
): Promise<ReadonlySet<bigint>> {
  const { catalogue, engine } = writes;
  const bindings = new Bindings(engine);
  const rights = (await rightsOver(writes, definition)) ?? allRights;
  const locales = readLocales(catalogue.locales, narrowing);
  const where = readNarrowing({ catalogue, rights, bindings, locales }, definition, narrowing);
  return writes.idsMatching(definition, ids, { condition: where, values: bindings.values });
}

async function changeRecord(
  writes: Writes,
  { definition, action, set, planned }: Change & { readonly planned: Planned | undefined },
  before: AnyRecord,
): Promise<'updated' | 'unchanged' | 'deleted'> {
  if (action === 'update') return updateRecord(writes, definition, { before, values: set, isSeen: true });
  if (action !== 'delete') return decide(writes, { definition, action, planned }, before);
  await writes.remove(definition, before.id);
  return 'deleted';
}

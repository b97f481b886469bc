import type { Raw } from '../../../database/engine.ts';
import type { Definition } from '../../../definitions/define-collection.ts';
import { badParameters } from '../../../errors.ts';
import { message } from '../../../messages/message.ts';
import { Bindings } from '../../../records/query/conditions/bindings.ts';
import { type Narrowing, readNarrowing } from '../../../records/query/conditions/narrowing.ts';
import { type LocaleQuery, readLocales } from '../../../records/query/requested-locales.ts';
import { allRights } from '../../../records/rights.ts';
import type { Row } from '../../../records/row.ts';
import { reachableRows } from '../../../records/rows/reachable-rows.ts';
import { rightsOver } from '../../../records/rows/write-context.ts';
import { keyOf, updateRow } from '../../../records/sent-rows/batch.ts';
import { type BatchOutcome, emptyOutcome } from '../../../records/sent-rows/batch-outcome.ts';
import { problemsOf, type SourceRow } from '../../../records/sent-rows/source-row.ts';
import { removedHtmlIn } from '../../../records/write/values/removed-html.ts';
import type { Writes } from '../../../records/write/writes.ts';
import { fromJson, toJson } from '../../../shared/json.ts';
import { freeTurn, isTurnOver } from '../../../shared/turn.ts';
import type { ImportRow } from '../import.collection.ts';

/** What becomes of the rows that a filter finds. */
export interface Change extends Narrowing, LocaleQuery {
  readonly definition: Definition;
  readonly action: 'update' | 'delete';
  readonly set: Raw;
}

/** A change in the stored form of an import: what is undefined is left out. */
export function writeChange({ definition: _, action: __, ...kept }: Change): string {
  return toJson(kept);
}

/** Reads what `writeChange` wrote; undefined of the import of a file. */
export function readChange(definition: Definition, { action, changes }: ImportRow): Change | undefined {
  if (action === 'import') return undefined;
  return { ...fromJson<Omit<Change, 'definition' | 'action'>>(changes ?? ''), definition, action };
}

/** Changes or deletes the rows of these ids, each by itself. A row that no longer meets the filter is left unchanged. */
export async function changeBatch(
  writes: Writes,
  change: Change,
  rows: readonly SourceRow[],
): Promise<BatchOutcome> {
  const { definition, action } = change;
  const outcome = emptyOutcome();
  const sent = rows.map(({ line, ...row }) => ({ line, id: keyOf(definition, 'id', row) as bigint })); // by the server
  const ids = sent.map(({ id }) => id);
  const found = await writes.where(definition, (query) => query.where('id', 'in', ids));
  const matching = await matchingIds(writes, change, ids);
  const reachable = new Map(
    (await reachableRows(writes, definition, found, [action])).map((row) => [row.id, row]),
  );
  const removed = removedHtmlIn(definition, change.set ?? {});
  for (const { line, id } of sent) {
    if (isTurnOver()) await freeTurn();
    try {
      const before = reachable.get(id);
      if (!matching.has(id)) throw badParameters({ '': message('meetsFilterNoLonger') });
      if (!before) throw badParameters({ '': message('outOfReach') });
      const done = await changeRow(writes, change, before);
      outcome[done].push([line, id]);
      if (removed && done === 'updated') outcome.removedHtml.push([line, removed]);
    } catch (error) {
      outcome.refused.push([line, problemsOf(error), id]);
    }
  }
  return outcome;
}

/** Which of these rows the actor may read by now and the filter still finds. */
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

async function changeRow(
  writes: Writes,
  { definition, action, set }: Change,
  before: Row,
): Promise<'updated' | 'unchanged' | 'deleted'> {
  if (action === 'update') return updateRow(writes, definition, { before, values: set, isSeen: true });
  await writes.remove(definition, before.id);
  return 'deleted';
}

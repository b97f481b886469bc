import type { Raw } from '../../database/engine.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import type { Use } from '../rights.ts';
import type { Row } from '../row.ts';
import { reachErrors } from '../rows/reachable-rows.ts';
import { rightsOver } from '../rows/write-context.ts';
import { positionInList } from './order/positions.ts';
import type { WriteParts } from './parts.ts';
import { type Preconditions, rowMeeting } from './preconditions.ts';
import { publicationOf } from './publishing.ts';
import { cleanGiven } from './values/clean.ts';
import { keepClosed } from './values/closed-fields.ts';
import { keepLegacy, setAsideLegacy } from './values/legacy-values.ts';
import { fillDue } from './values/made-values.ts';
import { stampUpdate } from './values/stamps.ts';
import { lockTargets, requireTargets } from './values/targets.ts';
import { requirePlace } from './values/tree-places.ts';
import { takenError, takenFields } from './values/unique.ts';

/** A row that is changed, and the values that are given for it. */
interface Changing {
  readonly row: Row;
  readonly given: Raw;
  /** What the actor must still be allowed to do with the changed row. */
  readonly uses?: readonly Use[];
  /** Whether its place in the order by hand of its list is among the given values. */
  readonly isPlaced?: boolean;
}

type Settled = readonly [before: Row, after: Row];

/** Changes a row: all that is checked, its values, and its hooks. */
export async function changeRow(
  parts: WriteParts,
  definition: Definition,
  changing: Changing,
): Promise<void> {
  const { writes, rows, hooks } = parts;
  const [before, after] = await settle(parts, definition, changing);
  await requirePlace(writes, definition, after, before);
  const taken = await takenFields(writes, definition, after, before);
  if (taken) throw await takenError(writes, definition, taken);
  await hooks.after(definition, 'update', await rows.update(definition, before, after));
}

/** Changes rows as if at once. Their old values are set aside first, so that rows may exchange unique values. */
export async function changeTogether(
  parts: WriteParts,
  definition: Definition,
  changes: ReadonlyMap<bigint, Raw>,
  preconditions: Preconditions,
): Promise<void> {
  const { writes, rows, hooks } = parts;
  const rights = await rightsOver(writes, definition);
  const settled: Settled[] = [];
  for (const [id, sent] of changes) {
    const before = await rowMeeting(writes, definition, id, preconditions);
    const { judged, doubtful } = setAsideLegacy(definition, sent);
    const values = await cleanGiven(definition, judged);
    keepLegacy(definition, rights, { sent, values, before, doubtful });
    keepClosed(definition, rights, { sent, values, before });
    const { uses } = preconditions;
    settled.push(await settle(parts, definition, { row: before, given: values, uses }));
  }
  for (const [{ id }] of settled) await rows.setAside(definition, id);
  for (const [before, after] of settled) {
    const taken = await takenFields(writes, definition, after);
    if (taken) throw await takenError(writes, definition, taken);
    await rows.putBack(definition, after);
    await hooks.after(definition, 'update', await rows.update(definition, before, after));
  }
  // Only now: a row may have moved below another one that moved too.
  for (const [before, after] of settled) await requirePlace(writes, definition, after, before);
}

/** The row after a change, with every check but that of unique values. */
async function settle(
  { writes, hooks }: WriteParts,
  definition: Definition,
  { row, given, uses = [], isPlaced }: Changing,
): Promise<Settled> {
  if (definition.hooks) await lockTargets(writes, definition, given, row);
  const additions = await hooks.additions(definition, given, row);
  // A hook may have changed the row itself.
  const before = definition.hooks?.beforeUpdate
    ? await rowMeeting(writes, definition, row.id, { uses: [] })
    : row;
  const values = { ...given, ...additions };
  await requireTargets(writes, definition, values, { ...before, ...additions });
  const changed: Row = { ...before, ...values, ...stampUpdate(definition.audit, writes.context, before) };
  const listed = isPlaced ? { ...before, ...given } : before;
  Object.assign(changed, await positionInList(writes, definition, listed, changed));
  await fillDue(writes, definition, changed);
  const after = { ...changed, ...(await publicationOf(writes, definition, before, changed)) };
  const kept = uses.filter((use) => use !== 'read');
  const [unreachable] = await reachErrors(writes, definition, [after], kept);
  if (unreachable) throw unreachable;
  return [before, after];
}

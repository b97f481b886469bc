import type { Raw } from '../../database/engine.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import type { AnyRecord } from '../record.ts';
import type { Use } from '../rights.ts';
import { reachErrors, rightsOver } from '../store/index.ts';
import { placeIn, positionInList } from './order/positions.ts';
import type { WriteParts } from './parts.ts';
import { type Preconditions, recordMeeting } from './preconditions.ts';
import { publicationOf } from './publishing.ts';
import { throwFirst } from './records-refused.ts';
import {
  cleanGiven,
  fillDue,
  keepClosed,
  keepLegacy,
  lockTargets,
  requirePlace,
  requireTargets,
  rightsIn,
  setAsideLegacy,
  stampUpdate,
  takenError,
  takenFields,
} from './values/index.ts';
import { withinReach } from './within-reach.ts';

/** A record that is changed, and the values that are given for it. */
interface Changing {
  readonly record: AnyRecord;
  readonly given: Raw;
  /** What the actor must still be allowed to do with the changed record. */
  readonly uses?: readonly Use[];
  /** Whether its place in the order by hand of its list is among the given values. */
  readonly isPlaced?: boolean;
}

type Settled = readonly [before: AnyRecord, after: AnyRecord];

/** Changes a record: all that is checked, its values, and its hooks. */
export async function changeRecord(
  parts: WriteParts,
  definition: Definition,
  changing: Changing,
): Promise<void> {
  const { writes, records, hooks } = parts;
  const [before, after] = await settle(parts, definition, changing);
  await requirePlace(writes, definition, after, before);
  const taken = await takenFields(writes, definition, after, before);
  if (taken) throw await takenError(writes, definition, taken);
  const update = () => records.update(definition, before, after);
  const changes = await (definition.writes
    ? withinReach(parts, definition, withoutRead(changing.uses), update).catch(throwFirst)
    : update());
  await hooks.after(definition, 'update', changes);
}

/** Changes records as if at once. Their old values are set aside first, so that records may exchange unique values. */
export async function changeTogether(
  parts: WriteParts,
  definition: Definition,
  changes: ReadonlyMap<bigint, Raw>,
  preconditions: Preconditions,
): Promise<void> {
  const { writes, records, hooks } = parts;
  const rights = await rightsOver(writes, definition);
  const settled: Settled[] = [];
  for (const [id, sent] of changes) {
    const before = await recordMeeting(writes, definition, id, preconditions);
    const { judged, doubtful } = setAsideLegacy(definition, sent);
    const values = await cleanGiven(definition, judged);
    keepLegacy(definition, await rightsIn(writes, definition, before), { sent, values, before, doubtful });
    const states = [before, { ...before, ...values }] as const;
    await keepClosed(writes, definition, rights, { sent, values, before, states });
    const { uses, isPlaced } = preconditions;
    const place = isPlaced ? placeIn(definition, sent) : undefined;
    const given = { ...values, ...place };
    settled.push(
      await settle(parts, definition, { record: before, given, uses, ...(place && { isPlaced: true }) }),
    );
  }
  for (const [{ id }] of settled) await records.setAside(definition, id);
  for (const [before, after] of settled) {
    const taken = await takenFields(writes, definition, after);
    if (taken) throw await takenError(writes, definition, taken);
    await records.putBack(definition, after);
    await hooks.after(definition, 'update', await records.update(definition, before, after));
  }
  // Only now: a record may have moved below another one that moved too.
  for (const [before, after] of settled) await requirePlace(writes, definition, after, before);
}

/** The record after a change, with every check but that of unique values. */
async function settle(
  { writes, hooks }: WriteParts,
  definition: Definition,
  { record, given, uses = [], isPlaced }: Changing,
): Promise<Settled> {
  if (definition.hooks) await lockTargets(writes, definition, given, record);
  const additions = await hooks.additions(definition, given, record);
  // A hook may have changed the record itself.
  const before = definition.hooks?.beforeUpdate
    ? await recordMeeting(writes, definition, record.id, { uses: [] })
    : record;
  const values = { ...given, ...additions };
  await requireTargets(writes, definition, values, { ...before, ...additions });
  const changed: AnyRecord = {
    ...before,
    ...values,
    ...stampUpdate(definition.audit, writes.context, before),
  };
  const listed = isPlaced ? { ...before, ...given } : before;
  Object.assign(changed, await positionInList(writes, definition, listed, changed));
  await fillDue(writes, definition, changed);
  const after = { ...changed, ...(await publicationOf(writes, definition, before, changed)) };
  const [unreachable] = await reachErrors(writes, definition, [after], withoutRead(uses));
  if (unreachable) throw unreachable;
  return [before, after];
}

/** What must still be allowed after a change: it may move a record to where the actor does not read it. */
function withoutRead(uses: readonly Use[] = []): Use[] {
  return uses.filter((use) => use !== 'read');
}

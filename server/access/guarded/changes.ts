import type { Raw } from '../../database/engine.ts';
import type { ServedDefinition, WhichRecords } from '../../definitions/for-server.ts';
import {
  type PlacedChange,
  type ReadCondition,
  type Reads,
  type Rights,
  statesOutside,
  visibleStates,
} from '../../records/index.ts';

export const CHANGE_EVENTS = ['created', 'updated', 'deleted', 'restored', 'entered', 'left'] as const;

/** The kinds of events for a caller. A record that becomes visible to them is created; one that stops being visible is deleted. */
export type ChangeEvent = (typeof CHANGE_EVENTS)[number];

/** A change as a caller may learn of it. It holds no values: those are read by the record's own route. */
export interface VisibleChange {
  readonly change: PlacedChange;
  readonly event: ChangeEvent;
  /** The fields that an update changed and that the caller may see. */
  readonly fields: readonly string[] | undefined;
}

/**
 * The changes that the holder of these rights may see, in the same order: those of records that were visible to them before or
 * after. A condition narrows the records of its collection further.
 */
export async function visibleChanges(
  reads: Reads,
  rights: Rights,
  changes: readonly PlacedChange[],
  condition?: ReadCondition,
): Promise<VisibleChange[]> {
  const sights = new Map<ServedDefinition, Sight>();
  for (const definition of new Set(changes.map((change) => change.definition))) {
    const ofCollection = changes.filter((change) => change.definition === definition);
    const sight = await sightOn(reads, definition, rights.records(definition, 'read'), ofCollection);
    const isNarrowed = condition?.definition === definition;
    sights.set(definition, isNarrowed ? await narrowed(sight, reads, condition, ofCollection) : sight);
  }
  return changes.flatMap((change) => {
    const event = eventOf(change, sights.get(change.definition));
    if (!event) return [];
    if (event !== 'updated') return { change, event, fields: undefined };
    const fields = change.changed.filter((name) => rights.shows(change.definition, name));
    // If records have no time of their last change, a change of hidden fields alone cannot be noticed.
    const isNoticed = fields.length > 0 || change.definition.audit === 'full';
    return isNoticed ? { change, event, fields } : [];
  });
}

/** Whether a state of a record is seen. */
type Sight = (state: Raw | undefined) => boolean;

async function sightOn(
  reads: Reads,
  definition: ServedDefinition,
  records: WhichRecords,
  changes: readonly PlacedChange[],
): Promise<Sight> {
  if (records === 'all') return () => true;
  const visible = await visibleStates(reads, definition, records, statesOf(changes));
  return (state) => state !== undefined && visible.has(state);
}

async function narrowed(
  isSeen: Sight,
  reads: Reads,
  condition: ReadCondition,
  changes: readonly PlacedChange[],
): Promise<Sight> {
  const beside = await statesOutside(reads, condition, statesOf(changes));
  return (state) => isSeen(state) && !(state && beside.has(state));
}

function statesOf(changes: readonly PlacedChange[]): Raw[] {
  return changes.flatMap(({ was, is }) => [was, is]).filter((state) => state !== undefined);
}

function eventOf({ action, was, is }: PlacedChange, isSeen: Sight = () => false): ChangeEvent | undefined {
  switch (action) {
    case 'create':
      return isSeen(is) ? 'created' : undefined;
    case 'restore':
      return isSeen(is) ? 'restored' : undefined;
    case 'delete':
      return isSeen(was) ? 'deleted' : undefined;
    case 'update':
      if (isSeen(is)) return isSeen(was) ? 'updated' : 'entered';
      return isSeen(was) ? 'left' : undefined;
    case 'purge':
      return undefined; // records in the trash were already invisible
  }
}

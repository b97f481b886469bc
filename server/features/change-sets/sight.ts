import { type Actor, admits, type Door } from '../../access/index.ts';
import type { Raw } from '../../database/engine.ts';
import type { ServedDefinition } from '../../definitions/define-collection.ts';
import { isRefusal } from '../../errors.ts';
import { cleanGiven, matchingRecords, type Reads, type Rights } from '../../records/index.ts';
import {
  type ChangeSet,
  type ChangeSetItem,
  changeSetItem,
  type SetAction,
} from './change-set.collection.ts';
import { type Item, itemsOf, USES, writtenCollection } from './items.ts';
import { placeholdersIn } from './placeholders.ts';
import { hasDecided, isAuthor } from './sets.ts';

/** What an actor may see of an item, and do with it. */
export interface Sight {
  readonly stored: ChangeSetItem;
  readonly item: Item | undefined;
  /** The record as it is now; for a creation, as it would be. */
  readonly record: Raw | undefined;
  readonly seesRecord: boolean;
  /** Whether there is a record that the actor does not see. */
  readonly isHidden: boolean;
  readonly mayApply: boolean;
}

/** What an actor may see of a set's items, and do with them, as the records are now. */
export async function sightOf(
  reads: Reads,
  { admission, actor }: Pick<Door, 'admission' | 'actor'>,
  { id: setId, create_user_id: author }: ChangeSet,
): Promise<readonly Sight[]> {
  const items = await itemsOf(reads, setId);
  const rights = admission.rightsOf(actor);
  const candidates = new Map<Item, Raw>();
  const byCollection = Map.groupBy(
    items.flatMap(([, item]) => item ?? []),
    ({ definition }) => definition,
  );
  const ids = new Map(
    items.flatMap(([{ record_id }, item]) => (item && record_id !== null ? [[item, record_id]] : [])),
  );
  const readable = new Set<Raw>();
  const applicable = new Set<Item>();
  for (const [definition, some] of byCollection) {
    for (const [item, record] of await candidatesAmong(reads, definition, some, { ids, author }))
      candidates.set(item, record);
    const found = recordsOf(some, candidates);
    for (const record of await matchingRecords(reads, definition, rights.records(definition, 'read'), found))
      readable.add(record);
    for (const [use, same] of Map.groupBy(some, ({ action }) => USES[action])) {
      if (!admits(admission, actor, definition, use)) continue;
      const records = recordsOf(same, candidates);
      const left = new Set(
        await matchingRecords(reads, definition, rights.records(definition, use), records),
      );
      for (const item of same) {
        const record = candidates.get(item);
        const isNew = item.recordId === undefined && item.action !== 'create'; // it is judged where it is created
        if (isNew || (record && left.has(record))) applicable.add(item);
      }
    }
  }
  return items.map(([stored, item]) => {
    const record = item && candidates.get(item);
    const seesRecord = record !== undefined && readable.has(record);
    const isNew = item !== undefined && item.recordId === undefined && item.action !== 'create';
    const mayApply =
      item !== undefined && applicable.has(item) && (isNew || seesRecord) && opens(rights, item);
    const isClosed = item === undefined || rights.records(item.definition, 'read') === 'none';
    return { stored, item, record, seesRecord, isHidden: record ? !seesRecord : isClosed, mayApply };
  });
}

/** Whether an actor may see and change every field of an item. */
function opens(rights: Rights, { definition, values }: Item): boolean {
  return Object.keys(values).every(
    (field) => rights.shows(definition, field) && rights.changes(definition, field),
  );
}

function recordsOf(items: readonly Item[], candidates: ReadonlyMap<Item, Raw>): Raw[] {
  return items.map((item) => candidates.get(item)).filter((record) => record !== undefined);
}

/** The records of items; for a creation that has not been applied, the record that it would create. */
async function candidatesAmong(
  reads: Reads,
  definition: ServedDefinition,
  items: readonly Item[],
  { ids: idOf, author }: { readonly ids: ReadonlyMap<Item, bigint>; readonly author: bigint },
): Promise<ReadonlyMap<Item, Raw>> {
  const candidates = new Map<Item, Raw>();
  const ids = items.flatMap((item) => idOf.get(item) ?? []);
  const found =
    ids.length > 0 ? await reads.where(definition, (select) => select.where('id', 'in', ids)) : [];
  const records = new Map(found.map((record) => [record.id, record]));
  for (const item of items) {
    const id = idOf.get(item);
    const record = id === undefined ? undefined : records.get(id);
    if (record) candidates.set(item, record);
    else if (item.action === 'create' && id === undefined) {
      const made = await newRecord(item, author);
      if (made) candidates.set(item, made);
    }
  }
  return candidates;
}

/** The record that an item creates, as far as that is known; undefined if its values do not fit any more. */
async function newRecord({ definition, values }: Item, author: bigint): Promise<Raw | undefined> {
  const waiting = placeholdersIn(definition, values);
  const known = Object.entries(values).filter(([field]) => !waiting.has(field));
  // Texts were cleaned when they were sent; doing so again for everybody who looks would cost too much.
  const isText = ([field, value]: [string, unknown]) =>
    typeof value === 'string' && ['text', 'string'].includes(definition.columns[field]?.type ?? '');
  const { texts = [], others = [] } = Object.groupBy(known, (one) => (isText(one) ? 'texts' : 'others'));
  try {
    const cleaned = await cleanGiven(definition, Object.fromEntries(others));
    return { ...definition.initial, ...Object.fromEntries(texts), ...cleaned, create_user_id: author };
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}

type Viewer = Pick<Door, 'admission' | 'actor'>;

/** Authors and super administrators may always see a set. */
export function isKnown(set: ChangeSet, { actor }: Pick<Door, 'actor'>): boolean {
  return (actor.isSuper && !actor.key) || isAuthor(set, actor);
}

/**
 * Whether others may see a set: while it awaits a decision, those who may decide; afterwards only the decider, while none of
 * its records is hidden from them. Its old values are not for people who may see these records later.
 */
export function maySee(set: ChangeSet, door: Pick<Door, 'actor'>, sights: readonly Sight[]): boolean {
  const isDecider = hasDecided(set, door.actor) && sights.every(({ isHidden }) => !isHidden);
  return isDecider || mayDecide(set, door, sights);
}

/**
 * Whether an actor could do everything in the set, and sees all of it. Never its author, and never a program. What an app
 * proposes in a person's name is theirs to decide as well.
 */
export function mayDecide(set: ChangeSet, { actor }: Pick<Door, 'actor'>, sights: readonly Sight[]): boolean {
  return isToDecide(set, actor) && sights.length > 0 && sights.every(({ mayApply }) => mayApply);
}

function isToDecide(set: ChangeSet, actor: Actor): boolean {
  return set.state === 'submitted' && !isOwnProposal(set, actor) && !actor.key;
}

/** Whether the actor proposed it by their own hand. */
export function isOwnProposal({ create_user_id, key_id }: ChangeSet, { id }: Actor): boolean {
  return create_user_id === id && key_id === null;
}

interface Kind {
  readonly set_id: bigint;
  readonly collection: string;
  readonly action: SetAction;
}
const KIND = {
  set_id: { type: 'bigint' },
  collection: { type: 'string', length: 40 },
  action: { type: 'string', length: 20 },
} as const;

/** The sets that the actor may see, as far as their records allow it. Decided without reading values. */
export async function withinReach(
  reads: Reads,
  viewer: Viewer,
  sets: readonly ChangeSet[],
): Promise<readonly ChangeSet[]> {
  const { actor } = viewer;
  const [own, others] = [new Set<ChangeSet>(), new Set<bigint>()];
  for (const set of sets)
    if (isKnown(set, viewer) || hasDecided(set, actor)) own.add(set);
    else if (isToDecide(set, actor)) others.add(set.id);
  if (others.size > 0) {
    const query = reads.query.selectFrom(changeSetItem.name).select(Object.keys(KIND));
    const kinds = await reads.records<Kind>(query.distinct().where('set_id', 'in', [...others]), KIND);
    for (const kind of kinds) if (!admitsKind(reads, viewer, kind)) others.delete(kind.set_id);
  }
  return sets.filter((set) => own.has(set) || others.has(set.id));
}

function admitsKind(
  { catalogue }: Reads,
  { admission, actor }: Viewer,
  { collection, action }: Kind,
): boolean {
  const definition = writtenCollection(catalogue, collection);
  return (
    definition !== undefined &&
    admits(admission, actor, definition, USES[action]) &&
    admission.rightsOf(actor).records(definition, 'read') !== 'none'
  );
}

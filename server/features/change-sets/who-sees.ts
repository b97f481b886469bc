import { type Actor, admits, type Door } from '../../access/index.ts';
import type { Reads } from '../../records/store/reads.ts';
import { type ChangeSet, changeSetItem, type SetAction } from './change-set.collection.ts';
import { USES, writtenCollection } from './items.ts';
import { hasDecided, isAuthor } from './sets.ts';
import type { Sight } from './sight.ts';

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

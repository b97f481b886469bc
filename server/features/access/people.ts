import { Type } from '../../../contract/json-schema.ts';
import {
  type Actor,
  type ActorProof,
  anonymous,
  type FactorPolicy,
  type FindUsers,
  type GrantedPermission,
  type GroupSummary,
  groupsOf,
  missingFactor,
  missingProof,
  type ProofDemand,
  permissionsByGroup,
  user,
} from '../../access/index.ts';
import type { Reader } from '../../database/engine.ts';
import { AppError } from '../../errors.ts';
import type { Reads } from '../../records/store/reads.ts';
import { message } from './messages/message.ts';

/** Finds users as the actors that they would be. */
export interface Users {
  readonly find: FindUsers;
  readonly reader: Reader;
  readonly factorPolicy: FactorPolicy;
}

/** A user whose access is explained, or a caller without a name. */
export interface Person {
  readonly actor: Actor;
  readonly isActive: boolean;
  /** Whether a second factor that their groups require is overdue, so that they may do nothing but set one up. */
  readonly lacksFactor: boolean;
  readonly groups: readonly GroupSummary[];
  /** The groups of theirs that hold a permission, by its key. */
  readonly holders: ReadonlyMap<string, readonly GroupSummary[]>;
}

/** Whether requests with this person's token get as far as the rules. */
export function isLetIn({ isActive, lacksFactor }: Person, isForSetUp: boolean): boolean {
  return isActive && (!lacksFactor || isForSetUp);
}

export const factorMissing = Type.Boolean({ about: message('requiredFactorMissing') });

const nobody: Person = {
  actor: anonymous,
  isActive: true,
  lacksFactor: false,
  groups: [],
  holders: new Map(),
};

/** The user with this id, as requests would know them; a caller without a name if there is no id. */
export async function findPerson(reads: Reads, users: Users, id: bigint | undefined): Promise<Person> {
  if (id === undefined) return nobody;
  const person = (await findPeople(reads, users, [id])).get(id);
  if (!person) throw new AppError('userNotFound');
  return person;
}

/** Many users, with the same few statements as one. */
export async function findPeople(
  reads: Reads,
  { find, reader, factorPolicy }: Users,
  ids: readonly bigint[],
): Promise<Map<bigint, Person>> {
  const [found, records, groups] = await Promise.all([
    find(ids, reader),
    ids.length > 0 ? reads.where(user, (select) => select.where('id', 'in', ids).orderBy('id')) : [],
    groupsOf(reads, ids),
  ]);
  const granted = await permissionsByGroup(reads, [
    ...new Set([...groups.values()].flat().map(({ id }) => id)),
  ]);
  return new Map(
    records.map((record): [bigint, Person] => {
      const { id, username } = record;
      const own = groups.get(id) ?? [];
      const holders = holdersAmong(granted, own);
      const actor = found.get(id);
      const isActive = actor !== undefined && actor !== 'inactive';
      const rights = isActive ? actor : { ...anonymous, id, username, permissions: new Set(holders.keys()) };
      const asked = { ...rights, ...(!record.is_service && { proof: oldProof(record, own) }) };
      const lacksFactor = missingFactor(asked, {}, factorPolicy, Date.now()) !== undefined;
      return [id, { actor: asked, isActive, lacksFactor, groups: own, holders }];
    }),
  );
}

interface FactorRecord {
  readonly second_factor: boolean;
  readonly factor_due: number | null;
  readonly owes_factor: boolean;
}

/** What a session knows of its proof that began by a password alone, long ago. */
function oldProof(
  { second_factor, factor_due, owes_factor }: FactorRecord,
  groups: readonly GroupSummary[],
): ActorProof {
  return {
    time: null,
    hasSecondFactor: second_factor,
    isByProvider: false,
    factorDue: factor_due,
    owesFactor: owes_factor,
    groups: new Set(groups.map(({ name }) => name)),
  };
}

export const PROOFS = ['none', 'sometimes', 'fresh'] as const;

/** The fresh proof that a request needs beside the rules, unless its session gave one recently. Pure. */
export function proofAsked(
  actor: Actor,
  { needsProof }: Pick<ProofDemand, 'needsProof'>,
  { policy, now }: { readonly policy: FactorPolicy; readonly now: number },
): (typeof PROOFS)[number] {
  const isSometimes = needsProof === 'sometimes';
  const lack = missingProof(actor, isSometimes ? 'withSecondFactor' : needsProof, policy, now);
  if (lack?.key !== 'reauthenticationRequired') return 'none';
  return isSometimes ? 'sometimes' : 'fresh';
}

function holdersAmong(
  granted: ReadonlyMap<bigint, readonly GrantedPermission[]>,
  groups: readonly GroupSummary[],
) {
  const holders = new Map<string, GroupSummary[]>();
  for (const group of groups)
    for (const { key, until } of granted.get(group.id) ?? [])
      holders.set(key, [...(holders.get(key) ?? []), { ...group, until: earlier(group.until, until) }]);
  return holders;
}

/** The earlier of two ends; null for never. */
function earlier(one: number | null, other: number | null | undefined): number | null {
  return one === null || (other ?? one) < one ? (other ?? null) : one;
}

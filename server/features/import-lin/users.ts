import { erasedAmong } from '../../access/erasure/erased-among.ts';
import { foldedKey, joinGroups, ROOT_USERNAME, user } from '../../access/index.ts';
import type { RecordOf } from '../../definitions/types/record-types.ts';
import { isSeenWhole } from '../../shared/text/profiles.ts';
import { type Applicant, accountOf } from './account.ts';
import {
  createUnder,
  type Decision,
  fitting,
  type ImportStep,
  knownAs,
  type Owner,
  type RecordDecision,
  type RecordSet,
  skipped,
} from './decision.ts';
import type { SourceRecord } from './engines/engine.ts';
import { filesNamedIn } from './files/named-files.ts';
import { decideIdentity, IDENTITIES, type Identity, passwordOf, readIdentities } from './identities.ts';
import {
  decideMembership,
  isJoinable,
  MEMBERSHIPS,
  type Membership,
  readMemberships,
} from './memberships.ts';
import { idOfRecord, type Move, timesOf } from './move.ts';

const table = 'lin_user';

interface Person extends Applicant {
  readonly identities: readonly Identity[];
  readonly memberships: readonly Membership[];
}

/** Users with their passwords and memberships. Each is imported whole or not at all. */
export function users(move: Move): ImportStep {
  const { source, mapping } = move;
  return {
    table,
    home: user,
    select: [
      't.username',
      ...source.only(table, 'nickname', 'avatar', 'email', 'active', 'create_time', 'update_time'),
      `${source.isDeleted(table)} as deleted`,
    ],
    isReferredTo: true,
    async decide(records) {
      const ids = records.map(idOfRecord);
      const taken = await mapping.targets(table, ids);
      const erased = await erasedAmong(move.store.reads, [...taken.values()]);
      const identities = Map.groupBy(await readIdentities(move, ids), ({ userId }) => userId);
      const memberships = Map.groupBy(await readMemberships(move, ids), ({ userId }) => userId);
      const others = {
        here: await namesakes(move, records),
        firstNamed: await source.firstLiving(table, 'username', records),
        firstKeyed: await source.firstLiving(table, 'username', records, foldedKey),
        pictures: await filesNamedIn(
          move,
          records.map(({ avatar }) => avatar),
        ),
        firstAddressed: await source.firstLiving(table, 'email', records, foldedKey),
      };
      return Promise.all(
        records.map((record) => {
          const id = idOfRecord(record);
          const belongings = { identities: identities.get(id) ?? [], memberships: memberships.get(id) ?? [] };
          return decideUser(move, { record, ...others, ...belongings }, { known: taken.get(id), erased });
        }),
      );
    },
  };
}

function namesakes({ store }: Move, records: readonly SourceRecord[]): Promise<RecordOf<typeof user>[]> {
  const names = records.map(({ username }) => username ?? '');
  const emails = records.flatMap(({ email }) => (email ? foldedKey(email) : []));
  return store.reads.where(user, (select) =>
    select.where((e) =>
      e.or([
        e('username', 'in', names),
        e('name_key', 'in', names.map(foldedKey)),
        e('email_key', 'in', ['', ...emails]),
      ]),
    ),
  );
}

async function decideUser(
  move: Move,
  person: Person,
  { known, erased }: { readonly known: bigint | undefined; readonly erased: ReadonlySet<bigint> },
): Promise<RecordSet> {
  const { record, identities, memberships } = person;
  const decision = known === undefined ? await decideNew(move, person) : knownAs(known);
  const isGone = known !== undefined && erased.has(known);
  const owner: Owner = {
    decision: isGone ? skipped('their personal data was erased here') : decision,
    target: decision.outcome === 'present' ? (decision.match ?? known) : undefined,
  };
  const password = passwordOf(identities);
  return [
    { table, id: idOfRecord(record), ...noting(decision, owner) },
    ...identities.map(
      (one): RecordDecision => ({ table: IDENTITIES, id: one.id, ...decideIdentity(one, password, owner) }),
    ),
    ...memberships.map(
      (one): RecordDecision => ({ table: MEMBERSHIPS, id: one.id, ...decideMembership(one, owner) }),
    ),
  ];
}

/** The same decision; its write notes the new id in the owner. */
function noting(decision: Decision, owner: Owner): Decision {
  if (decision.outcome !== 'imported') return decision;
  return {
    ...decision,
    async write(at, id) {
      owner.target = await decision.write(at, id);
      return owner.target;
    },
  };
}

async function decideNew(move: Move, person: Person): Promise<Decision> {
  const { record, here, firstNamed, memberships } = person;
  const username = record.username ?? '';
  if (record.deleted === '1') return skipped('it is deleted there');
  const first = firstNamed.get(username);
  if (first !== record.id) return skipped(`'${username}' is also the name of user ${first} there`);
  if (!isSeenWhole(username))
    return skipped(`'${username}' has blanks at an end, or characters that nobody can see`);
  const namesake = here.find((one) => one.username === username);
  const isRoot = username === ROOT_USERNAME && memberships.some(({ isOfRoot }) => isOfRoot);
  if (namesake && isRoot) return { outcome: 'present', match: namesake.id };
  if (namesake) return skipped(`'${username}' is the name of another user here`);
  const { times, changes } = timesOf(move, record);
  const { account, changes: adapted } = await accountOf(person, passwordOf(person.identities), move.isDryRun);
  const joins = memberships.some(isJoinable);
  if (!joins) changes.push('it joins the guests, for no group of it is taken over');
  const decision: Decision = {
    outcome: 'imported',
    changes: [...changes, ...adapted],
    async write(at, id) {
      const target = await createUnder(at(times), user, account, id);
      if (!joins) await joinGroups(at(times), target, []);
      return target;
    },
  };
  return fitting(user, account, decision, { ...account, username });
}

import { joinGroups } from '../../access/accounts/accounts.ts';
import { foldedKey } from '../../access/accounts/folded-keys.ts';
import { ROOT_USERNAME, user } from '../../access/accounts/user.collection.ts';
import { erasedAmong } from '../../access/erasure/erased-among.ts';
import type { RowOf } from '../../definitions/types/row-types.ts';
import { isSeenWhole } from '../../shared/text/profiles.ts';
import { type Applicant, accountOf } from './account.ts';
import {
  createUnder,
  type Decision,
  fitting,
  knownAs,
  type Owner,
  type RowDecision,
  type RowSet,
  type Step,
  skipped,
} from './decision.ts';
import type { SourceRow } from './engines/engine.ts';
import { filesNamedIn } from './files/named-files.ts';
import { decideIdentity, IDENTITIES, type Identity, passwordOf, readIdentities } from './identities.ts';
import {
  decideMembership,
  isJoinable,
  MEMBERSHIPS,
  type Membership,
  readMemberships,
} from './memberships.ts';
import { idOfRow, type Move, timesOf } from './move.ts';

const table = 'lin_user';

interface Person extends Applicant {
  readonly identities: readonly Identity[];
  readonly memberships: readonly Membership[];
}

/** Users with their passwords and memberships. Each is imported whole or not at all. */
export function users(move: Move): Step {
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
    async decide(rows) {
      const ids = rows.map(idOfRow);
      const taken = await mapping.targets(table, ids);
      const erased = await erasedAmong(move.records.reads, [...taken.values()]);
      const identities = Map.groupBy(await readIdentities(move, ids), ({ userId }) => userId);
      const memberships = Map.groupBy(await readMemberships(move, ids), ({ userId }) => userId);
      const others = {
        here: await namesakes(move, rows),
        firstNamed: await source.firstLiving(table, 'username', rows),
        firstKeyed: await source.firstLiving(table, 'username', rows, foldedKey),
        pictures: await filesNamedIn(
          move,
          rows.map(({ avatar }) => avatar),
        ),
        firstAddressed: await source.firstLiving(table, 'email', rows, foldedKey),
      };
      return Promise.all(
        rows.map((row) => {
          const id = idOfRow(row);
          const belongings = { identities: identities.get(id) ?? [], memberships: memberships.get(id) ?? [] };
          return decideUser(move, { row, ...others, ...belongings }, { known: taken.get(id), erased });
        }),
      );
    },
  };
}

function namesakes({ records }: Move, rows: readonly SourceRow[]): Promise<RowOf<typeof user>[]> {
  const names = rows.map(({ username }) => username ?? '');
  const emails = rows.flatMap(({ email }) => (email ? foldedKey(email) : []));
  return records.reads.where(user, (select) =>
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
): Promise<RowSet> {
  const { row, identities, memberships } = person;
  const decision = known === undefined ? await decideNew(move, person) : knownAs(known);
  const isGone = known !== undefined && erased.has(known);
  const owner: Owner = {
    decision: isGone ? skipped('their personal data was erased here') : decision,
    target: decision.outcome === 'present' ? (decision.match ?? known) : undefined,
  };
  const password = passwordOf(identities);
  return [
    { table, id: idOfRow(row), ...noting(decision, owner) },
    ...identities.map(
      (one): RowDecision => ({ table: IDENTITIES, id: one.id, ...decideIdentity(one, password, owner) }),
    ),
    ...memberships.map(
      (one): RowDecision => ({ table: MEMBERSHIPS, id: one.id, ...decideMembership(one, owner) }),
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
  const { row, here, firstNamed, memberships } = person;
  const username = row.username ?? '';
  if (row.deleted === '1') return skipped('it is deleted there');
  const first = firstNamed.get(username);
  if (first !== row.id) return skipped(`'${username}' is also the name of user ${first} there`);
  if (!isSeenWhole(username))
    return skipped(`'${username}' has blanks at an end, or characters that nobody can see`);
  const namesake = here.find((one) => one.username === username);
  const isRoot = username === ROOT_USERNAME && memberships.some(({ isOfRoot }) => isOfRoot);
  if (namesake && isRoot) return { outcome: 'present', match: namesake.id };
  if (namesake) return skipped(`'${username}' is the name of another user here`);
  const { times, changes } = timesOf(move, row);
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

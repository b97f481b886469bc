import { type ImportStep, skipped } from './decision.ts';
import { IDENTITIES } from './identities.ts';
import { MEMBERSHIPS } from './memberships.ts';
import { decideEach, type Move } from './move.ts';

const READ = {
  [IDENTITIES]: ['t.user_id', 't.identity_type', 't.identifier', 't.credential'],
  [MEMBERSHIPS]: ['t.user_id', 't.group_id'],
};

/** Records that belong to a user that the source does not have; all are skipped. */
export function orphans(move: Move): ImportStep[] {
  return Object.entries(READ).map(([table, select]) => ({
    table,
    select,
    where: `not exists (select 1 from ${move.source.from('lin_user')} u where u.id = t.user_id)`,
    decide: (records) =>
      decideEach(move, table, records, ({ user_id }) => skipped(`user ${user_id} does not exist there`)),
  }));
}

import { DatabaseSync } from 'node:sqlite';
import { ask, signIn } from '../../prepare.ts';
import { temporaryFolder } from '../../servers/quire.ts';
import { fileOf, openSides } from '../open-sides.ts';
import type { Sweep } from '../run-sweep.ts';

const GRANTS = 10;
const STAMPS = 'create_time, create_user_id, update_time, update_user_id, is_deleted';
const login = { username: 'member', password: 'bench-member-password' };

/** Users who have signed up. */
export function sweepOfUsers(): Sweep {
  return {
    name: 'users, SQLite',
    sizes: [200, 2000, 20_000],
    open: openWith(
      (size) => `insert into quire_user (username, name_key, ${STAMPS})
        select 'user' || i, 'user' || i, 1, 1, 1, 1, 0 from ${upTo(size)}`,
    ),
    operations: async () => [
      { what: 'who asks', growth: 'flat', ask: () => ({ path: '/cms/user/information' }) },
      { what: 'page of users', growth: 'linear', ask: () => ({ path: '/cms/admin/users?count=20' }) },
    ],
  };
}

/** Groups of one member, each with the same number of permissions. */
export function sweepOfGroups(): Sweep {
  return {
    name: 'groups of the caller, SQLite',
    sizes: [1, 10, 100],
    open: openWith(
      (size) => `
        insert into quire_group (name, name_key, ${STAMPS})
          select 'group' || i, 'group' || i, 1, 1, 1, 1, 0 from ${upTo(size)};
        insert into quire_membership (user_id, group_id, ${STAMPS})
          select (select id from quire_user where username = '${login.username}'), g.id, 1, 1, 1, 1, 0
          from quire_group g where g.name like 'group%';
        insert into quire_grant (group_id, permission_id, ${STAMPS})
          select g.id, p.id, 1, 1, 1, 1, 0 from quire_group g, quire_permission p
          where g.name like 'group%' and p.id <= ${GRANTS};`,
    ),
    async operations(_, { quire: { port } }) {
      const token = await signIn(port, login);
      return [{ what: 'first page', growth: 'flat', ask: () => ({ path: '/v1/person?count=20', token }) }];
    },
  };
}

/** A new database of one member more than root, and of what these statements add. */
function openWith(statements: (size: number) => string): Sweep['open'] {
  return async (size) => {
    const base = { folder: temporaryFolder(), env: {} };
    {
      await using first = await openSides(base);
      const user = { ...login, confirm_password: login.password, group_ids: [] };
      await ask(first.quire.port, 'POST /cms/user/register', first.token, user);
    }
    const database = new DatabaseSync(fileOf(base.folder));
    database.exec(statements(size));
    database.close();
    return openSides(base);
  };
}

/** The numbers from 1, as a table of one column `i`. */
export function upTo(size: number): string {
  return `(with recursive n(i) as (select 1 union all select i + 1 from n where i < ${size}) select i from n)`;
}

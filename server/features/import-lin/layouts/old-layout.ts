import type { Tables, View } from './view.ts';

const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  lin_user: ['password', 'admin', 'group_id'],
  lin_group: ['name'],
  lin_auth: ['group_id', 'auth', 'module'],
};

/** Whether these are the tables of a Lin CMS 0.1 or 0.2. */
export function isOldLayout(tables: Tables): boolean {
  return Object.entries(REQUIRED).every(([table, columns]) =>
    columns.every((column) => tables.get(table)?.has(column)),
  );
}

/**
 * Lin CMS 0.1 and 0.2, read as 0.3. There, a user holds the password, at most one group, and whether it is a super
 * administrator; a grant holds the name of the permission.
 */
export function oldLayout(tables: Tables): Readonly<Record<string, View>> {
  const kept = (table: string, ...columns: string[]) =>
    Object.fromEntries(columns.filter((one) => tables.get(table)?.has(one)).map((one) => [one, one]));
  const life = ['create_time', 'update_time', 'delete_time', 'is_deleted'];
  const username = tables.get('lin_user')?.has('username') ? 'username' : 'nickname'; // 0.1 knows only the latter
  return {
    lin_user: {
      columns: {
        id: 'id',
        username,
        ...kept('lin_user', 'nickname', 'avatar', 'email', 'active', ...life),
      },
      from: 'lin_user',
    },
    lin_user_identity: {
      columns: {
        id: 'id',
        user_id: 'id',
        identity_type: `'USERNAME_PASSWORD'`,
        identifier: username,
        credential: 'password',
      },
      from: 'lin_user where password is not null',
    },
    lin_user_group: {
      columns: { id: 'id', user_id: 'id', group_id: 'group_id' },
      from: `(select id, group_id from lin_user where group_id <> 0
        union all select id, ${ROOT} as group_id from lin_user where admin = 2) m`,
    },
    lin_group: {
      columns: { id: 'id', name: 'name', info: 'info', level: 'level' },
      from: `(select id, name, info, 3 as level from lin_group
        union all select ${ROOT} as id, 'root' as name, null as info, 1 as level) g`,
    },
    lin_permission: {
      columns: { id: 'min(id)', name: 'auth', module: 'module', mount: '1' },
      from: 'lin_auth group by auth, module',
    },
    lin_group_permission: {
      columns: { id: 'a.id', group_id: 'a.group_id', permission_id: 'min(p.id)' },
      from: `lin_auth a join lin_auth p on p.auth = a.auth and coalesce(p.module, '') = coalesce(a.module, '')
        group by a.id, a.group_id`,
    },
    ...(tables.has('lin_log') && {
      lin_log: {
        columns: {
          ...kept('lin_log', 'id', 'message', 'user_id', 'status_code', 'method', 'path'),
          username: 'user_name',
          permission: 'authority',
          create_time: 'time',
        },
        from: 'lin_log',
      },
    }),
    ...(tables.has('lin_file') && {
      lin_file: {
        columns: {
          ...kept('lin_file', 'id', 'path', 'name', 'extension', 'size', 'md5', ...life),
          type: `case when type = 1 then 'LOCAL' else 'REMOTE' end`,
        },
        from: 'lin_file',
      },
    }),
  };
}

/** The id of the group of super administrators, which no table has there and no run reads: ids begin with 1. */
const ROOT = 0;

import { Type } from '../../../contract/json-schema.ts';
import { createUser, requireSamePasswords } from '../../access/accounts.ts';
import { hashPassword } from '../../access/passwords.ts';
import { created } from '../../access/written.ts';
import { superAdministrator } from '../../definitions/access-rule.ts';
import { bodyId } from '../../http/paging.ts';
import type { Route } from '../../http/route.ts';
import * as schemas from './schemas.ts';

/** Users are made by super administrators. */
export const registration: Route = {
  tag: '用户',
  family: 'cms',
  method: 'POST',
  path: '/cms/user/register',
  access: superAdministrator,
  summary: '新建用户',
  body: Type.Object({
    username: schemas.username,
    password: schemas.password,
    confirm_password: Type.String({ maxLength: 128 }),
    email: Type.Optional(schemas.email),
    group_ids: Type.Optional(schemas.ids),
    group_id: Type.Optional(bodyId),
  }),
  handle: async (door, { body }) => {
    requireSamePasswords(body.password, body.confirm_password);
    const credential = await hashPassword(body.password as string);
    const groupIds = (body.group_ids ?? (body.group_id === undefined ? [] : [body.group_id])) as bigint[];
    return door.write(async (writes) => {
      const account = {
        username: body.username as string,
        email: (body.email as string | null) || null,
        credential,
      };
      return created(11, '新建用户', await createUser(writes, account, groupIds));
    });
  },
};

import { Type } from '../../../contract/json-schema.ts';
import {
  addressed,
  created,
  createUser,
  hashPassword,
  lockGiver,
  manageUsers,
  named,
  newPassword,
  nickname as nicknameSchema,
  orGuests,
  orSuper,
  requireFreeName,
  requireGivesGroups,
  requireSamePasswords,
  requireStrongPassword,
  success,
} from '../../access/index.ts';
import { message } from '../../messages/message.ts';
import { bodyId } from '../paging.ts';
import { newRecord } from '../parse-id.ts';
import { type Route, route } from '../route.ts';
import * as schemas from './schemas.ts';

const access = orSuper(manageUsers);

const register = route({
  tag: message('usersTag'),
  method: 'POST',
  path: '/cms/user/register',
  refusesPrograms: message('keysGiveNothing'),
  access,
  summary: message('createUser'),
  body: Type.Object({
    username: schemas.username,
    nickname: Type.Optional(nicknameSchema),
    password: newPassword,
    confirm_password: Type.String({ maxLength: 128 }),
    email: Type.Optional(schemas.email),
    group_ids: Type.Optional(schemas.ids),
    group_id: Type.Optional(bodyId),
  }),
  answerFields: newRecord,
  async handle(
    door,
    { body: { username, nickname = '', password, confirm_password, email, group_ids, group_id } },
  ) {
    requireSamePasswords(password, confirm_password);
    await requireStrongPassword('password', password, { username, email });
    const credential = await hashPassword(password);
    const groupIds = group_ids ?? (group_id === undefined ? [] : [group_id]);
    return door.write(async (writes) => {
      const giver = await lockGiver(door, writes, access);
      await requireGivesGroups(writes, giver, await orGuests(writes, groupIds));
      await requireFreeName(writes, username);
      const account = { ...named(username), nickname, ...addressed(email), credential };
      return created(
        success.userCreated,
        message('userCreated', { name: username }),
        await createUser(writes, account, groupIds),
      );
    });
  },
});

/** How administrators create users. */
export const registrationRoutes: readonly Route[] = [register];

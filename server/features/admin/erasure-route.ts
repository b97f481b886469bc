import { Type } from '../../../contract/json-schema.ts';
import { done, eraseAccount, success } from '../../access/index.ts';
import { superAdministrator } from '../../definitions/access-rule.ts';
import { idInPath, parseId, type Route, route } from '../../http/index.ts';
import type { RecordStore } from '../../records/record-store.ts';
import { message } from './messages/message.ts';

/** Erases the personal data of a user. It cannot be undone, so it asks for the user's exact name. */
export function erasureRoute({ language, jobs }: RecordStore): Route {
  return route({
    tag: message('administratorsTag'),
    access: superAdministrator,
    params: idInPath,
    needsProof: 'withSecondFactor',
    method: 'POST',
    withEndingRights: 'gives nothing',
    path: '/cms/admin/user/:id/erasure',
    summary: message('eraseUser'),
    body: Type.Object({ username: Type.String({ maxLength: 100 }) }),
    async handle(door, { params, body: { username } }) {
      const id = parseId(params.id);
      const written = await door.write(async (writes) => {
        await eraseAccount(writes, { id, username, language });
        return done(success.userDeleted, message('userErased', { name: message('erasedUser', { id }) }));
      });
      jobs.wake();
      return written;
    },
  });
}

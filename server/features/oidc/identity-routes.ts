import {
  addIdentity,
  created,
  done,
  getUser,
  identity,
  removeIdentity,
  requireOwnPassword,
  success,
} from '../../access/index.ts';
import { login } from '../../definitions/access-rule.ts';
import { AppError } from '../../errors.ts';
import { idInPath, newRecord, parseId, type Route, route } from '../../http/index.ts';
import { message } from './messages/message.ts';
import type { OidcParts } from './parts.ts';
import { isIssuer, type ProviderSettings } from './provider.ts';
import { redeem } from './redeem.ts';
import * as schemas from './schemas.ts';
import { attemptInvalid, PATH } from './visits.ts';

const path = `${PATH}/identities`;

/** The identities of a user: who they are at which provider. */
export function identityRoutes(parts: OidcParts): Route[] {
  return [listRoute(parts), addRoute(parts), removeRoute(parts)];
}

function listRoute(parts: OidcParts): Route {
  return route({
    ...schemas.common,
    method: 'GET',
    path,
    access: login,
    summary: message('ownIdentities'),
    answer: schemas.identities,
    async handle(door) {
      const records = await door.reads.where(identity, (select) =>
        select.where('user_id', '=', door.actor.id).orderBy('id').limit(100),
      );
      return records.map((record) => ({
        ...record,
        provider: settingsOf(parts, record.issuer)?.label ?? record.issuer,
      }));
    },
  });
}

function addRoute(parts: OidcParts): Route {
  return route({
    ...schemas.common,
    method: 'POST',
    path,
    harmless: 'ends a visit that began with a fresh proof, minutes ago',
    access: login,
    summary: message('linkByCode'),
    body: schemas.code,
    answerFields: newRecord,
    async handle(door, input) {
      const { provider, person, userId, useUp } = await redeem(parts, door, 'link', input);
      if (userId !== String(door.actor.id)) throw attemptInvalid(message('begunByAnotherUser'));
      return door.write(async (writes) => {
        await useUp(writes);
        const id = await addIdentity(writes, door.actor.id, person);
        const text = message('identityLinked', { provider: provider.settings.label });
        return created(success.userUpdated, text, id);
      });
    },
  });
}

function removeRoute(parts: OidcParts): Route {
  return route({
    ...schemas.common,
    method: 'POST',
    path: `${path}/:id/removal`,
    access: login,
    needsProof: 'withSecondFactor',
    summary: message('unlinkIdentity'),
    params: idInPath,
    body: schemas.ownPassword,
    async handle(door, { params, body }) {
      const id = parseId(params.id);
      const { actor } = door;
      // A user who knows the password can still sign in.
      await requireOwnPassword(door, await getUser(door.reads, actor.id), body.password);
      return door.write(async (writes) => {
        const record = await writes.find(identity, id);
        if (record?.user_id !== actor.id)
          throw new AppError('notFound', { reason: message('noSuchIdentity') });
        await removeIdentity(writes, record, actor.sessionId);
        const provider = settingsOf(parts, record.issuer)?.label ?? record.issuer;
        return done(success.deleted, message('identityUnlinked', { provider }));
      });
    },
  });
}

function settingsOf({ providers }: OidcParts, issuer: string): ProviderSettings | undefined {
  return [...providers.values()].find(({ settings }) => isIssuer(settings, issuer))?.settings;
}

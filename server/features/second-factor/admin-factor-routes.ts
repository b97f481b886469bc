import {
  done,
  getUser,
  noteSetByOther,
  noticeOf,
  removeFactors,
  success,
  tellOwner,
} from '../../access/index.ts';
import { superAdministrator } from '../../definitions/access-rule.ts';
import { idInPath, parseId, type Route, route } from '../../http/index.ts';
import { message } from './messages/message.ts';
import { overviewOf } from './overview.ts';
import type { FactorRouteParts } from './parts.ts';
import * as schemas from './schemas.ts';

const common = {
  tag: message('secondFactorTag'),
  path: '/cms/admin/user/:id/second-factor',
  access: superAdministrator,
  isNotForLin: true,
  params: idInPath,
} as const;

/** How administrators help users who have lost their second factor. */
export function adminFactorRoutes(parts: FactorRouteParts): Route[] {
  return [showRoute(parts), removeRoute];
}

function showRoute(parts: FactorRouteParts): Route {
  return route({
    ...common,
    method: 'GET',
    summary: message('userFactors'),
    answer: schemas.overview,
    handle: async (door, { params }) =>
      overviewOf(door, await getUser(door.reads, parseId(params.id)), parts),
  });
}

const removeRoute = route({
  ...common,
  method: 'DELETE',
  refusesIdempotencyKeys: true,
  needsProof: 'withSecondFactor',
  summary: message('removeUserFactors'),
  handle: (door, { params, from, language }) =>
    door.write(async (writes) => {
      const owner = await getUser(writes, parseId(params.id));
      const { id, username } = owner;
      const had = await removeFactors(writes, id, door.actor.sessionId);
      if (had && id !== door.actor.id) {
        await noteSetByOther(writes, owner, 'factor');
        tellOwner(writes, 'factors_removed', noticeOf(owner, { from, language }));
      }
      return done(success.userUpdated, message('factorsRemoved', { name: username }));
    }),
});

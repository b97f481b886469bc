import { Type } from '../../../../contract/json-schema.ts';
import { decide } from '../../../access/decide.ts';
import {
  type Catalogue,
  type Permission,
  permissionsIn,
  superAdministrator,
} from '../../../definitions/for-server.ts';
import { bodyId, findRoute, type Route, route } from '../../../http/index.ts';
import { lazy } from '../../../shared/lazy.ts';
import { extentOfRecords, permissions, toPermissions } from '../explanations.ts';
import { message } from '../messages/message.ts';
import type { Users } from '../people.ts';
import { type Affected, findAffected } from './affected.ts';
import {
  type Difference,
  dependsOnGrants,
  differencesOf,
  makeRecordCounter,
  type Subject,
  subjectsOf,
} from './differences.ts';
import { decideAgain, lostUses, recordedSince } from './past-decisions.ts';
import { previewing, sightOf } from './sight.ts';

/** How many users are listed one by one; all are counted. */
const MOST_LISTED = 50;
const MOST_CHANGES = 200;

const ids = Type.Optional(Type.Array(bodyId, { maxItems: 1000 }));
const keys = Type.Array(Type.String());
const counted = Type.Object({
  records: extentOfRecords,
  count: Type.Nullable(Type.Integer()),
  exact: Type.Boolean({ about: message('countIsExact') }),
});

const body = Type.Object({
  grants: Type.Optional(
    Type.Array(Type.Object({ group_id: bodyId, grant: ids, revoke: ids }), { maxItems: MOST_CHANGES }),
  ),
  memberships: Type.Optional(
    Type.Array(Type.Object({ user_id: bodyId, group_ids: Type.Array(bodyId, { maxItems: 100 }) }), {
      maxItems: MOST_CHANGES,
    }),
  ),
});

const pastShape = Type.Object({
  since: Type.Integer(),
  complete: Type.Boolean(),
  refused: Type.Integer(),
  allowed: Type.Integer(),
  items: Type.Array(
    Type.Object({
      time: Type.Integer(),
      username: Type.String(),
      method: Type.String(),
      path: Type.String(),
      outcome: Type.String({ enum: ['refused', 'allowed'] }),
    }),
  ),
});
const usesShape = Type.Object({
  recorded_since: Type.Nullable(Type.Integer()),
  items: Type.Array(
    Type.Object({
      user_id: Type.Id(),
      username: Type.String(),
      permission: Type.String(),
      last_day: Type.Integer(),
    }),
  ),
});

const answer = Type.Object({
  complete: Type.Boolean({ about: message('previewComplete') }),
  gaining: Type.Integer(),
  losing: Type.Integer(),
  users: Type.Array(
    Type.Object({
      id: Type.Id(),
      username: Type.String(),
      gains: keys,
      loses: keys,
      differences: Type.Array(Type.Object({ subject: Type.String(), before: counted, after: counted })),
    }),
  ),
  past: Type.Nullable(pastShape),
  uses: Type.Nullable(usesShape),
  permissions,
});

/** Who would gain and lose what by changes of grants and memberships, before they are saved. It changes nothing. */
export function previewRoute(catalogue: Catalogue, routes: readonly Route[], users: Users): Route {
  const subjects = lazy(() =>
    [...subjectsOf(catalogue), ...subjectsOfRoutes(catalogue, routes)].filter(dependsOnGrants),
  );
  const declared = lazy(() => permissionsOf(subjects()));
  const namesOf = (listed: readonly Pick<Affected, 'gains' | 'loses'>[]) =>
    [...new Set(listed.flatMap(({ gains, loses }) => [...gains, ...loses]))].flatMap(
      (key) => declared().get(key) ?? [],
    );
  return route({
    method: 'POST',
    harmless: 'changes nothing',
    path: '/cms/access/preview',
    tag: message('accessTag'),
    access: previewing,
    refusesIdempotencyKeys: true,
    summary: message('previewAccess'),
    body,
    answer,
    isTranslated: true,
    namesPermissions: 'translated',
    async handle(door, { body: changes, language }) {
      const { longReads, admission, actor } = door;
      const { now, switchedOff } = admission;
      const logRule = findRoute(routes, 'GET', '/cms/log')?.access ?? superAdministrator;
      const sight = sightOf(actor, longReads, { changes, switchedOff });
      const { users: affected, isComplete } = await findAffected(longReads, users, { changes, sight });
      const known = subjects().filter(({ rules }) => rules.every(sight.knows));
      const count = makeRecordCounter(door);
      const toShown = async ({ subject, before, after }: Difference) => ({
        subject: subject.name,
        before: await count(subject, before),
        after: await count(subject, after),
      });
      const listed = [];
      for (const one of affected.slice(0, MOST_LISTED)) {
        const { gains, loses, before } = one;
        const differences = [];
        for (const each of differencesOf(one, known, switchedOff)) differences.push(await toShown(each));
        listed.push({ id: before.id, username: before.username, gains, loses, differences });
      }
      return {
        complete: isComplete && affected.length <= MOST_LISTED,
        gaining: affected.filter(({ gains }) => gains.length > 0).length,
        losing: affected.filter(({ loses }) => loses.length > 0).length,
        users: listed,
        past: decide(actor, logRule).allowed
          ? await decideAgain(longReads, { affected, routes, switchedOff, now })
          : null,
        uses: sight.isWhole
          ? {
              recorded_since: await recordedSince(longReads),
              items: await lostUses(longReads, affected, now),
            }
          : null,
        permissions: toPermissions(namesOf(listed), language()),
      };
    },
  });
}

/** The permissions that rules ask for, by their keys. */
function permissionsOf(subjects: readonly Subject[]): Map<string, Permission> {
  const rules = subjects.flatMap(({ rules }) => rules.flatMap(permissionsIn));
  return new Map(rules.map((one) => [one.key, one]));
}

/** Routes that are of no collection. */
function subjectsOfRoutes({ served }: Catalogue, routes: readonly Route[]): Subject[] {
  return routes
    .filter(({ path }) => !served.some((one) => `${path}/`.startsWith(`${one.path}/`)))
    .map(({ method, path, access }) => ({
      name: `${method} ${path.replace(/:(\w+)/g, '{$1}')}`,
      rules: [access],
    }));
}

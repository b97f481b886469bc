import { Type } from '../../../contract/json-schema.ts';
import {
  anonymous,
  grant,
  group,
  isLiving,
  LEVEL,
  membership,
  permission,
  user,
  withSettings,
} from '../../access/index.ts';
import {
  alternativesOf,
  type Catalogue,
  permissionsIn,
  superAdministrator,
} from '../../definitions/for-server.ts';
import { linPage, linQuery, type Route, readLinPage, route, toLinPage } from '../../http/index.ts';
import type { Reads, Select } from '../../records/index.ts';
import { explainAll, extent, extentOf, extentOfRecords, groups } from './explanations.ts';
import { message } from './messages/message.ts';
import { factorMissing, findPeople, type Users } from './people.ts';
import { findSubject, type Guard, subjectQuery } from './subject.ts';

const item = Type.Object({
  id: Type.Id(),
  username: Type.String(),
  active: Type.Boolean(),
  super: Type.Boolean(),
  factor_missing: factorMissing,
  records: extentOfRecords,
  groups,
});

/** Who may do something: the users whom its rules admit, with the records that they leave each of them. */
export function holdersRoute(catalogue: Catalogue, routes: readonly Route[], users: Users): Route {
  return route({
    method: 'GET',
    path: '/cms/access/holders',
    tag: message('accessTag'),
    access: superAdministrator,
    summary: message('accessHolders'),
    query: linQuery(subjectQuery),
    answer: Type.Object({
      strangers: extent,
      ...(linPage(item).properties as Record<string, ReturnType<typeof Type.Integer>>),
    }),
    async handle({ reads, admission: { switchedOff } }, { query }) {
      const { guards } = findSubject(catalogue, routes, query);
      const { count, offset } = readLinPage(query);
      const wanted = admittedBy(reads, guards, switchedOff);
      const records = await reads.where(user, (select) =>
        wanted(select).orderBy('id').limit(count).offset(offset),
      );
      const people = await findPeople(
        reads,
        users,
        records.map(({ id }) => id),
      );
      const items = records.flatMap(({ id, username, active }) => {
        const person = people.get(id);
        if (!person) return []; // removed meanwhile
        const left = extentOf(explainAll(guards, person.actor, switchedOff));
        const { actor, lacksFactor, groups } = person;
        return {
          id,
          username,
          active,
          super: actor.isSuper,
          factor_missing: lacksFactor,
          records: left,
          groups,
        };
      });
      const strangers = extentOf(explainAll(guards, anonymous, switchedOff));
      return { strangers, ...toLinPage(query, items, await reads.count(user, wanted)) };
    },
  });
}

/** The users whom each of the rules admits, with some records at least if its conditions leave them any. */
function admittedBy(
  reads: Reads,
  guards: readonly Guard[],
  switchedOff: ReadonlySet<string>,
): (select: Select) => Select {
  const rules = guards.map(({ rule }) => withSettings(rule, switchedOff));
  const limiting = rules.filter((rule) =>
    alternativesOf(rule).every(({ level }) => level === 'permission' || level === 'super'),
  );
  return (select) =>
    limiting.reduce(
      (narrowed, rule) =>
        narrowed.where(
          'id',
          'in',
          holdersOf(
            reads,
            permissionsIn(rule).map(({ key }) => key),
          ),
        ),
      select,
    );
}

/** The members of the groups that hold one of these permissions, and the super administrators. */
function holdersOf(reads: Reads, keys: readonly string[]) {
  return reads.query
    .selectFrom(`${membership.name} as m`)
    .innerJoin(`${group.name} as g`, 'g.id', 'm.group_id')
    .leftJoin(`${grant.name} as r`, 'r.group_id', 'g.id')
    .leftJoin(`${permission.name} as p`, 'p.id', 'r.permission_id')
    .select('m.user_id')
    .where(isLiving('m'))
    .where((e) =>
      e.or([
        e('g.level', '=', LEVEL.root),
        ...(keys.length > 0
          ? [e.and([e('p.key', 'in', keys), e('p.mount', '=', true), isLiving('r')(e)])]
          : []),
      ]),
    );
}

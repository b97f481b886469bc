import { perKeyLimit } from '../../background/limits.ts';
import { AppError } from '../../errors.ts';
import {
  afterId,
  idInPath,
  keysetPage,
  pageOf,
  parseId,
  type Route,
  readKeyset,
  route,
  Type,
  withProperties,
} from '../../http/index.ts';
import type { Message } from '../../messages/message.ts';
import type { Reads } from '../../records/store/reads.ts';
import { getPlace, makeSearchPeople, mayChange, person } from '../comments/exports.ts';
import { type Assignment, assignment } from './assignment.collection.ts';
import { type AssignmentParts, common } from './common.ts';
import { assignmentsOf, openBy, openFor } from './find-assignments.ts';
import { message } from './messages/message.ts';
import { describeAssignments, isOverdue, readableAmong } from './readable.ts';
import { about, shownAssignment } from './schemas.ts';

const MOST_OF_RECORD = 20;
const MOST_LISTED = 100;
/** Each looks at records of several collections. */
const LOOKS = { each: 2, inAll: 32 };

/** Reads assignments, and finds to whom a record may be assigned. */
export function listRoutes(parts: AssignmentParts): Route[] {
  return [
    ofRecordRoute(parts),
    openRoute(parts, { path: '/cms/assignment/to-me', find: openFor, summary: message('listAssignedToMe') }),
    openRoute(parts, { path: '/cms/assignment/by-me', find: openBy, summary: message('listAssignedByMe') }),
    peopleRoute(parts),
    getRoute(parts),
  ];
}

function ofRecordRoute({ store: { reads } }: AssignmentParts): Route {
  return route({
    ...common,
    method: 'GET',
    path: '/cms/assignment',
    summary: message('listAssignments'),
    query: Type.Object(
      {
        ...about,
        state: Type.Optional(Type.String({ enum: ['open', 'done'], about: message('assignmentState') })),
        count: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_OF_RECORD })),
        after: Type.Optional(Type.String({ maxLength: 20, about: message('nextOfLastPage') })),
      },
      { additionalProperties: false },
    ),
    answer: withProperties(pageOf(shownAssignment), {
      can: Type.Object({ assign: Type.Boolean({ about: message('assignmentMayAssign') }) }),
    }),
    async handle(door, { query: { state, count: asked = MOST_OF_RECORD, after: from, ...named } }) {
      const rights = door.admission.rightsOf(door.actor);
      const place = await getPlace(reads, rights, named);
      const paging = { count: asked, ...(from !== undefined && { after: from }) };
      const { count, after } = readKeyset(paging, afterId);
      const found = await assignmentsOf(reads, place, { state, after, count: count + 1 });
      const shown = found.slice(0, count);
      const items = await describeAssignments(
        reads,
        door,
        shown.map((stored) => ({ ...place, stored })),
      );
      const page = keysetPage(items, count, found.length > count ? shown.at(-1)?.id : undefined);
      return { ...page, can: { assign: await mayChange(reads, rights, place) } };
    },
  });
}

interface OpenOnes {
  readonly path: string;
  readonly find: (reads: Reads, userId: bigint) => Promise<Assignment[]>;
  readonly summary: Message;
}

function openRoute({ store: { reads } }: AssignmentParts, { path, find, summary }: OpenOnes): Route {
  const looks = perKeyLimit(LOOKS);
  return route({
    ...common,
    method: 'GET',
    path,
    summary,
    isLimited: true,
    query: Type.Object(
      { count: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_LISTED })) },
      { additionalProperties: false },
    ),
    answer: Type.Object({
      items: Type.Array(shownAssignment),
      total: Type.Integer({ about: message('assignmentsTotal') }),
      overdue: Type.Integer({ about: message('assignmentsOverdue') }),
    }),
    handle: (door, { query: { count = MOST_LISTED } }) =>
      looks.run(String(door.actor.id), async () => {
        const { actor, admission } = door;
        const readable = await readableAmong(reads, admission.rightsOf(actor), await find(reads, actor.id));
        return {
          items: await describeAssignments(reads, door, readable.slice(0, count)),
          total: readable.length,
          overdue: readable.filter(({ stored }) => isOverdue(stored)).length,
        };
      }),
  });
}

function peopleRoute(parts: AssignmentParts): Route {
  const search = makeSearchPeople(parts, async (...place) => {
    if (!(await mayChange(...place))) throw new AppError('permissionMissing');
  });
  return route({
    ...common,
    method: 'GET',
    path: '/cms/assignment/people',
    summary: message('listAssignable'),
    query: Type.Object(
      { ...about, search: Type.Optional(Type.String({ maxLength: 60 })) },
      { additionalProperties: false },
    ),
    answer: Type.Object({ items: Type.Array(person) }),
    isLimited: true,
    handle: (door, { query, from }) => search(door, from.address, query),
  });
}

function getRoute({ store: { reads } }: AssignmentParts): Route {
  return route({
    ...common,
    method: 'GET',
    path: '/cms/assignment/:id',
    params: idInPath,
    summary: message('showAssignment'),
    answer: shownAssignment,
    async handle(door, { params }) {
      const stored = await reads.find(assignment, parseId(params.id));
      const rights = door.admission.rightsOf(door.actor);
      const [shown] = await describeAssignments(
        reads,
        door,
        await readableAmong(reads, rights, stored ? [stored] : []),
      );
      if (!shown) throw new AppError('recordNotFound');
      return shown;
    },
  });
}

import { Type } from '../../../contract/json-schema.ts';
import { AppError } from '../../errors.ts';
import {
  afterId,
  bodyId,
  idInPath,
  keysetPage,
  pageOf,
  parseId,
  type Route,
  readKeyset,
  route,
  withProperties,
} from '../../http/index.ts';
import { comment } from './comment.collection.ts';
import { type CommentParts, common } from './common.ts';
import { message } from './messages/message.ts';
import { openThreads, person, thread } from './schemas.ts';
import { makeSearchPeople } from './search-people.ts';
import { findPlace, getPlace } from './subject.ts';
import { countOpen, describeThreads, findThreads } from './threads.ts';

const MOST_THREADS = 20;

const about = {
  collection: Type.String({ minLength: 1, maxLength: 40 }),
  record_id: bodyId,
  field: Type.Optional(Type.String({ maxLength: 60, about: message('commentField') })),
  locale: Type.Optional(Type.String({ maxLength: 20, about: message('commentLocale') })),
};
const listQuery = Type.Object(
  {
    ...about,
    state: Type.Optional(Type.String({ enum: ['open', 'resolved'], about: message('commentState') })),
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_THREADS })),
    after: Type.Optional(Type.String({ maxLength: 20, about: message('nextOfLastPage') })),
  },
  { additionalProperties: false },
);

/** Reads comments, and finds whom to mention. */
export function threadRoutes(parts: CommentParts): Route[] {
  return [listRoute(parts), mentionableRoute(parts), getRoute(parts)];
}

function listRoute({ store }: CommentParts): Route {
  return route({
    ...common,
    method: 'GET',
    path: '/cms/comment',
    summary: message('listComments'),
    query: listQuery,
    answer: withProperties(pageOf(thread), { open: openThreads }),
    async handle(door, { query: { state, count: asked = MOST_THREADS, after: from, ...named } }) {
      const { reads } = store;
      const rights = door.admission.rightsOf(door.actor);
      const place = await getPlace(reads, rights, named);
      const paging = { count: asked, ...(from !== undefined && { after: from }) };
      const { count, after } = readKeyset(paging, afterId);
      const found = await findThreads(reads, rights, place, { ...named, state, after, count: count + 1 });
      const shown = found.slice(0, count);
      const items = await describeThreads(reads, door, place, shown);
      const page = keysetPage(items, count, found.length > count ? shown.at(-1)?.id : undefined);
      return { ...page, open: await countOpen(reads, rights, place) };
    },
  });
}

function getRoute({ store }: CommentParts): Route {
  return route({
    ...common,
    method: 'GET',
    path: '/cms/comment/:id',
    params: idInPath,
    summary: message('showThread'),
    answer: thread,
    async handle(door, { params }) {
      const { reads } = store;
      const found = await reads.find(comment, parseId(params.id));
      const first = found?.thread_id ? await reads.find(comment, found.thread_id) : found;
      const place = first && (await findPlace(reads, door.admission.rightsOf(door.actor), first));
      if (!place) throw new AppError('recordNotFound');
      const [shown] = await describeThreads(reads, door, place, [first]);
      return shown as object; // there is one for each
    },
  });
}

function mentionableRoute(parts: CommentParts): Route {
  const search = makeSearchPeople(parts);
  return route({
    ...common,
    method: 'GET',
    path: '/cms/comment/people',
    summary: message('listMentionable'),
    query: Type.Object(
      { ...about, search: Type.Optional(Type.String({ maxLength: 60 })) },
      { additionalProperties: false },
    ),
    answer: Type.Object({ items: Type.Array(person) }),
    isLimited: true,
    handle: (door, { query, from }) => search(door, from.address, query),
  });
}

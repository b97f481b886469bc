import { Type } from '../../../contract/json-schema.ts';
import { type Door, done, mailAddressOf, success, user } from '../../access/index.ts';
import { perKeyLimit } from '../../background/limits.ts';
import { login } from '../../definitions/access-rule.ts';
import { type Route, route, timeBounds } from '../../http/index.ts';
import { render } from '../../messages/message.ts';
import type { FindNotifications } from '../../module/notification.ts';
import { message } from './messages/message.ts';
import { changeState, findState, isRead, notificationsFor, seenUntil, withKeys } from './states.ts';

interface Parts {
  readonly finders: readonly FindNotifications[];
  /** Whether the server sends mails. */
  readonly canMail: boolean;
}

const common = {
  tag: message('notificationsTag'),
  access: login,
  path: '/cms/notification',
  refusesPrograms: message('keysHaveNoNotifications'),
} as const;
/** Each list looks at records of several collections. */
const LISTS = { each: 2, inAll: 32 };

const shown = Type.Object({
  key: Type.String({ about: message('notificationKey') }),
  text: Type.String(),
  detail: Type.String({ about: message('notificationDetail') }),
  time: Type.Integer(),
  page: Type.String({ about: message('notificationPage') }),
  read: Type.Boolean(),
});

/** What concerns the caller. */
export function notificationRoutes(parts: Parts): Route[] {
  return [listRoute(parts), readRoute, mailRoute];
}

function listRoute({ finders, canMail }: Parts): Route {
  const lists = perKeyLimit(LISTS);
  return route({
    ...common,
    method: 'GET',
    summary: message('listNotifications'),
    isTranslated: true,
    isLimited: true,
    answer: Type.Object({
      items: Type.Array(shown),
      unread: Type.Integer({ about: message('notificationUnread') }),
      by_mail: Type.Boolean({ about: message('notificationsByMail') }),
      can_mail: Type.Boolean({ about: message('notificationsCanMail') }),
    }),
    handle: (door, { language }) =>
      lists.run(String(door.actor.id), async () => {
        const state = await findState(door.reads, door.actor.id);
        const found = await notificationsFor(finders, door);
        const items = found.map((one) => ({
          ...one,
          text: render(one.text, language()),
          read: isRead(one, state),
        }));
        return {
          items,
          unread: items.filter(({ read }) => !read).length,
          by_mail: state?.by_mail ?? false,
          can_mail: canMail && (await hasAddress(door)),
        };
      }),
  });
}

async function hasAddress({ reads, actor }: Door): Promise<boolean> {
  return mailAddressOf(await reads.find(user, actor.id)) !== undefined;
}

const readRoute = route({
  ...common,
  method: 'POST',
  path: '/cms/notification/read',
  summary: message('readNotifications'),
  refusesIdempotencyKeys: true,
  body: Type.Object(
    {
      keys: Type.Optional(Type.Array(Type.String({ maxLength: 60 }), { maxItems: 100 })),
      until: Type.Optional(Type.Integer({ ...timeBounds, about: message('notificationsUntil') })),
    },
    { additionalProperties: false },
  ),
  answer: Type.Object({}),
  async handle(door, { body: { keys = [], until } }) {
    await door.bookkeep((writes) =>
      changeState(writes, door.actor.id, (state) => ({
        ...withKeys(state, keys),
        ...(until !== undefined && seenUntil(state, until)),
      })),
    );
    return {};
  },
});

const mailRoute = route({
  ...common,
  method: 'PUT',
  path: '/cms/notification/mail',
  summary: message('changeNotifications'),
  body: Type.Object(
    { by_mail: Type.Boolean({ about: message('notificationsByMail') }) },
    { additionalProperties: false },
  ),
  handle: (door, { body: { by_mail }, language }) =>
    door.write(async (writes) => {
      const { now } = writes.context;
      // What came before is not sent.
      await changeState(writes, door.actor.id, () => ({ by_mail, mailed_time: now, language: language() }));
      return done(success.done, message(by_mail ? 'notificationsByMailOn' : 'notificationsByMailOff'));
    }),
});

import { takeover } from '../../access/index.ts';
import type { FindNotifications, Notification } from '../../module/notification.ts';
import { message } from './messages/message.ts';

/** The page of the console about one's own account. */
const PAGE = '/profile';

/** What was ended, or rests, because somebody else had made it through the user's account. */
export const findTakeoverNotifications: FindNotifications = async ({ door, since, most }) => {
  const { reads, actor } = door;
  const takeovers = await reads.where(takeover, (select) =>
    select.where('user_id', '=', actor.id).where('create_time', '>', since).orderBy('id', 'desc').limit(most),
  );
  return takeovers.flatMap(({ id, ended, resting, create_time: time }) =>
    Object.entries({ takeoverEnded: ended, takeoverRests: resting }).flatMap(([key, counts]) =>
      Object.entries(counts as Readonly<Record<string, number>>).map(([name, count]): Notification => {
        const label = reads.catalogue.get(name).label;
        const text = message(key as 'takeoverEnded', { count, label });
        return { key: `takeover/${id}/${name}`, text, detail: '', time, page: PAGE };
      }),
    ),
  );
};

import { Type } from '../../../contract/json-schema.ts';
import { type AdmitTask, Door, mailAddressOf, user } from '../../access/index.ts';
import type { JobKind, Schedule } from '../../background/index.ts';
import { defineServerMail, login, MAIL_JOB } from '../../definitions/for-server.ts';
import { isRefusal } from '../../errors.ts';
import type { OwnMail } from '../../mail/own-mail.ts';
import { LANGUAGES, render } from '../../messages/index.ts';
import type { FindNotifications, Notification } from '../../module/notification.ts';
import { type RecordStore, systemContext } from '../../records/index.ts';
import { fromOwnJson, toJson } from '../../shared/index.ts';
import { message } from './messages/message.ts';
import { findState, isRead, notificationState, notificationsFor } from './states.ts';

const KIND = 'mail of notifications';
const BATCH = 100;
/** What was written in a transaction has the time of its beginning, so the last minute waits for the next mail. */
const SETTLED_MS = 60_000;
const MOST_LINES = 20;

export interface MailParts {
  readonly store: RecordStore;
  readonly admitTask: AdmitTask;
  readonly finders: readonly FindNotifications[];
  readonly mail: OwnMail;
}

/** Whose notifications a mail tells, and of which time. Their words are found when it is sent, with the rights of then. */
interface Asked {
  readonly userId: string;
  readonly from: number;
  readonly until: number;
}

const mail = defineServerMail({
  name: 'quire_notifications',
  label: message('notificationsTag'),
  input: Type.Object({
    name: Type.String(),
    count: Type.Integer(),
    lines: Type.String(),
    link: Type.String(),
  }),
  words: ({ name, count, lines, link }) => [
    message('notificationMailSubject', { count }),
    message('notificationMailText', { name, lines, link }),
  ],
});

/** Every five minutes, adds a mail for each user who wants them and has something new. */
export function notificationSchedule(parts: MailParts): Schedule {
  const { store } = parts;
  return {
    name: 'mail notifications',
    cron: '*/5 * * * *',
    missed: 'once',
    async run(signal) {
      if (!parts.mail.isOn) return;
      for (let after = 0n; ; ) {
        const from = after;
        const some = await store.ownReads.where(notificationState, (select) =>
          select.where('by_mail', '=', true).where('id', '>', from).orderBy('id').limit(BATCH),
        );
        for (const { user_id } of some) {
          signal.throwIfAborted();
          await addMail(parts, user_id);
        }
        const last = some.at(-1);
        if (!last || some.length < BATCH) return;
        after = last.id;
      }
    },
  };
}

/** Looks first, then claims the time since the last mail: of two processes, one adds the mail. */
async function addMail(parts: MailParts, userId: bigint): Promise<void> {
  const { store } = parts;
  const until = Date.now() - SETTLED_MS;
  const state = await findState(store.ownReads, userId);
  const from = state?.mailed_time ?? until;
  if (from >= until) return;
  if ((await findUnread(parts, { userId: String(userId), from, until })).length === 0) return;
  await store.write(systemContext(KIND), async (writes) => {
    const now = await findState(writes, userId);
    if (!now?.by_mail || now.mailed_time !== from) return;
    await writes.update(notificationState, now.id, { mailed_time: until });
    const asked: Asked = { userId: String(userId), from, until };
    await writes.addJob({ kind: KIND, data: toJson(asked) });
  });
  store.jobs.wake();
}

/** Sends a mail about what a user has not read, as far as they may know it now. */
export function notificationMailKind(parts: MailParts): JobKind {
  const { store, mail: own } = parts;
  return {
    name: KIND,
    ...MAIL_JOB,
    async run({ data, delivery }) {
      const asked = fromOwnJson<Asked>(data);
      const userId = BigInt(asked.userId);
      const [owner, state] = [
        await store.ownReads.find(user, userId),
        await findState(store.ownReads, userId),
      ];
      const to = mailAddressOf(owner);
      const unread = owner && to && state?.by_mail ? await findUnread(parts, asked) : [];
      if (!owner || !to || unread.length === 0) return;
      const language = LANGUAGES.find((one) => one === state?.language) ?? store.language;
      const lines = unread.slice(0, MOST_LINES).map(({ text }) => `- ${render(text, language)}`);
      const facts = {
        name: owner.nickname || owner.username,
        count: unread.length,
        lines: lines.join('\n'),
        link: own.links.signIn(),
      };
      await own.send({ mail, to, language, facts, delivery });
    },
  };
}

async function findUnread(
  { store, admitTask, finders }: MailParts,
  { userId, from, until }: Asked,
): Promise<Notification[]> {
  const door = await doorOf(store, admitTask, BigInt(userId));
  if (!door) return [];
  const state = await findState(store.ownReads, door.actor.id);
  const found = await notificationsFor(finders, door, from);
  return found.filter((one) => one.time > from && one.time <= until && !isRead(one, state));
}

/** What a user reaches now; undefined if their account has ended. */
async function doorOf(store: RecordStore, admitTask: AdmitTask, userId: bigint): Promise<Door | undefined> {
  const task = { userId, network: '', method: 'JOB', path: KIND, requestId: KIND };
  try {
    return new Door(store, await admitTask(login, '', task));
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}

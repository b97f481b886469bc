import { isLiving, isMailed, mailAddressOf, user } from '../../../access/index.ts';
import { retryOnDuplicate } from '../../../database/retrying.ts';
import {
  email,
  isPlainObject,
  type MailReaders,
  onOneLine,
  valuesOfMail,
} from '../../../definitions/for-server.ts';
import { log, logged, type RecordStore, systemContext, type Writes } from '../../../records/index.ts';
import { ExactNumber, HOUR_MS, toJson } from '../../../shared/index.ts';
import type { Asker } from '../asker.ts';
import type { LivingGrant } from '../grants.ts';
import { message } from '../messages/message.ts';
import { NotGranted, PluginProblem } from '../process/plugin-process.ts';
import type { AskRecords } from '../records-door.ts';
import { MAIL_KIND, type Waiting } from './mail-kind.ts';
import { sentMail } from './sent-mail.collection.ts';

type Values = Readonly<Record<string, unknown>>;

/** The most readers of a mail that is sent once. */
const MOST_READERS = 100;
const MOST_VALUE = 500;
const address = email();

/** A mail that a plug-in asks to send. */
interface Asked {
  readonly plugin: string;
  readonly grant: LivingGrant;
  readonly about: Values;
  readonly asker: Asker | undefined;
}

/** Sends a mail for a plug-in: one that it was granted, to those whom the grant names, as many in an hour as it says. */
export type AskMail = (asked: Asked) => Promise<void>;

export function makeAskMail(store: RecordStore, askRecords: AskRecords): AskMail {
  return async ({ plugin, grant, about, asker }) => {
    const name = String(about.name);
    const mail = Object.hasOwn(grant.needs.mails, name) ? grant.needs.mails[name] : undefined;
    if (!mail)
      throw new NotGranted(
        `it was not granted the mail '${name.slice(0, 40)}' (granted: ${Object.keys(grant.needs.mails).join(', ') || 'no mail'})`,
      );
    const { id, values = {}, language, ...others } = isPlainObject(about.options) ? about.options : {};
    const [other] = Object.keys(others);
    if (other !== undefined)
      throw new PluginProblem(`a mail has no '${other.slice(0, 40)}' (allowed: id, values, language)`);
    if (language !== undefined && !/^[a-z]{2,3}(-[A-Za-z0-9]{1,8})*$/.test(String(language)))
      throw new PluginProblem("'language' must be the code of a language");
    const words = {
      plugin,
      mail: name,
      values: readValues(valuesOfMail(mail), values),
      ...(language !== undefined && { language: String(language) }),
    };
    const readers = await readersOf(
      store,
      mail.to,
      async ({ collection, field }) => {
        const record = (await askRecords(grant, 'find', { collection, id }, asker)) as Values | undefined;
        return record?.[field];
      },
      asker,
    );
    if (readers.length === 0) return;
    await store.write(systemContext(MAIL_KIND), async (writes) => {
      await countMails(writes, { plugin, mail: name, most: mail.perHour, sent: readers.length });
      for (const reader of readers) {
        const waiting: Waiting = { ...words, ...reader };
        await writes.addJob({ kind: MAIL_KIND, data: toJson(waiting) });
      }
      await writes.append(log, {
        ...logged(
          message('pluginMailed', { plugin, mail: mail.label, count: readers.length }),
          store.language,
        ),
        user_id: grant.user.id,
        username: grant.user.username,
        key_id: grant.keyId,
        status_code: 200,
      });
    });
    store.jobs.wake();
  };
}

/** A user, whose address is found when the mail is sent, or an address. */
type Reader = Pick<Waiting, 'userId' | 'to'>;

async function readersOf(
  { ownReads: reads }: RecordStore,
  to: MailReaders,
  find: (place: { readonly collection: string; readonly field: string }) => Promise<unknown>,
  asker: Asker | undefined,
): Promise<Reader[]> {
  if (to === 'user') {
    if (!asker) throw new PluginProblem('it goes to the user concerned, and this call concerns none');
    const isReached = mailAddressOf(await reads.find(user, asker.userId)) !== undefined;
    return isReached ? [{ userId: String(asker.userId) }] : [];
  }
  if ('groups' in to) {
    const found = await reads.records<{ id: bigint }>(
      reads.query
        .selectFrom('quire_membership as m')
        .innerJoin('quire_group as g', 'g.id', 'm.group_id')
        .innerJoin(`${user.name} as u`, 'u.id', 'm.user_id')
        .select('u.id')
        .distinct()
        .where('g.name', 'in', to.groups)
        .where(isMailed('u'))
        .where('u.is_service', '=', false)
        .where(isLiving('m'))
        .orderBy('u.id')
        .limit(MOST_READERS + 1),
      { id: { type: 'bigint' } },
    );
    if (found.length > MOST_READERS)
      throw new PluginProblem(`these groups have more than ${MOST_READERS} users with an address`);
    return found.map(({ id }) => ({ userId: String(id) }));
  }
  const value = address.clean(await find(to));
  return typeof value === 'string' && value !== '' ? [{ to: value }] : [];
}

/** The values of a mail, each on one line. An address in one could lead readers anywhere. */
function readValues(names: ReadonlySet<string>, given: unknown): Readonly<Record<string, string>> {
  const values = isPlainObject(given) ? given : {};
  const strange = Object.keys(values).find((name) => !names.has(name));
  const lacking = [...names].find((name) => !Object.hasOwn(values, name));
  if (strange !== undefined || lacking !== undefined)
    throw new PluginProblem(
      strange === undefined
        ? `the mail lacks the value '${lacking}'`
        : `the mail has no value '${strange.slice(0, 40)}' (allowed: ${[...names].join(', ') || 'none'})`,
    );
  return Object.fromEntries([...names].map((name) => [name, readValue(name, values[name])]));
}

/** What mail programs and browsers take for an address with a scheme, a host and a path, or both. */
const ADDRESS =
  /[:/\\][/\\]|\bwww\.|\b(?:https?|ftp|mailto|javascript|data|tel|sms):\S|[\p{L}\p{N}]\.\p{L}{2,}[/?#\\]/iu;

function readValue(name: string, value: unknown): string {
  const isPlain = ['string', 'number', 'boolean'].includes(typeof value) || value instanceof ExactNumber;
  const line = isPlain ? onOneLine(String(value)) : undefined;
  if (line === undefined || line.length > MOST_VALUE)
    throw new PluginProblem(
      `the value '${name}' must be text of at most ${MOST_VALUE} characters, or a number`,
    );
  if (ADDRESS.test(line.normalize('NFKC')))
    throw new PluginProblem(`the value '${name}' holds an address of the web`);
  return line;
}

interface Counted {
  readonly plugin: string;
  readonly mail: string;
  readonly most: number;
  readonly sent: number;
}

/** Counts mails in the transaction that adds them. An hour begins with its first mail. */
async function countMails(writes: Writes, { plugin, mail, most, sent }: Counted): Promise<void> {
  const { now } = writes.context;
  const known = await writes.first(sentMail, (select) =>
    select.where('plugin', '=', plugin).where('mail', '=', mail),
  );
  const isOver = !known || known.window_end <= now;
  const all = sent + (isOver ? 0 : known.sent);
  if (all > most)
    throw new NotGranted(`it was granted ${most} mails '${mail}' an hour, and asks for number ${all}`);
  const window = { sent: all, ...(isOver && { window_end: now + HOUR_MS }) };
  if (known) await writes.update(sentMail, known.id, window);
  else
    await writes
      .create(sentMail, { plugin, mail, sent: all, window_end: now + HOUR_MS })
      .catch(retryOnDuplicate);
}

import { Type, type TypeOf } from '../../../contract/json-schema.ts';
import { group, LEVEL } from '../../access/accounts/group.record.ts';
import { membership } from '../../access/accounts/membership.record.ts';
import { user } from '../../access/accounts/user.record.ts';
import { knownNetwork } from '../../access/sign-in/known-network.record.ts';
import type { HeldJob, NewJob } from '../../background/job-store.ts';
import type { JobKind } from '../../background/jobs.ts';
import { textIn } from '../../definitions/project/define-mail.ts';
import { message } from '../../messages/message.ts';
import type { Writes } from '../../records/write/writes.ts';
import { fromOwnJson, toJson } from '../../shared/json.ts';
import { accountMail } from './account-mails.ts';
import type { SignInMailParts } from './sign-in-mail.ts';

const KIND = 'break-glass mail';

const facts = Type.Object({
  name: Type.String(),
  user: Type.String(),
  reason: Type.String(),
  until: Type.String(),
  link: Type.String(),
});

const standard = accountMail<TypeOf<typeof facts>>('quire_break_glass', facts, (told) => [
  message('breakGlassMailSubject', told),
  message('breakGlassMailText', told),
]);

interface Broken {
  readonly username: string;
  readonly reason: string;
  readonly until: number;
}

/** Whom a job tells; nobody where only the server's log does. */
type Notice = Broken & { readonly to?: string; readonly name?: string; readonly language?: string };

/**
 * A mail to each super administrator, and a line of the server's log. Their addresses are taken now: who breaks the glass
 * could change them.
 */
export async function breakGlassJobs(writes: Writes, broken: Broken): Promise<NewJob[]> {
  const notices: Notice[] = [broken];
  const root = writes.query.selectFrom(group.name).select('id').where('level', '=', LEVEL.root);
  const members = await writes.where(membership, (select) =>
    select.where('group_id', 'in', root).where('until', 'is', null),
  );
  for (const { user_id } of members) {
    const one = await writes.find(user, user_id);
    if (!one?.active || !one.email || one.email_standing === 'claimed') continue;
    const last = await writes.first(knownNetwork, (select) =>
      select.where('user_id', '=', user_id).orderBy('time', 'desc'),
    );
    notices.push({ ...broken, to: one.email, name: one.username, language: last?.language ?? '' });
  }
  return notices.map((one) => ({ kind: KIND, data: toJson(one) }));
}

/** Tells super administrators, and the server's log, that somebody became one of them for minutes. */
export function breakGlassKind(
  { records, links, isOn, own, deliver }: SignInMailParts,
  warn: (line: string) => void,
): JobKind {
  return {
    name: KIND,
    atOnce: 4,
    mostTries: 8,
    isOverAnyway: true,
    async run({ data, delivery }: HeldJob) {
      const { to, name = '', language, ...broken } = fromOwnJson<Notice>(data);
      const until = new Date(broken.until).toISOString().slice(0, 16).replace('T', ' ');
      if (to === undefined)
        return warn(`break-glass: ${broken.username} is a super administrator until ${until} UTC`);
      if (!isOn) return;
      const mail = own.find((one) => one.name === standard.name) ?? standard;
      const words = { name, user: broken.username, reason: broken.reason, until, link: links.signIn() };
      const { subject, text, html } = textIn(mail, language || records.language, records.language)(words);
      await deliver({ delivery, to, subject, text, ...(html && { html: html.markup }) });
    },
  };
}

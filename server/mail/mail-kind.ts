import type { JobKind } from '../background/job-kind.ts';
import type { HeldJob } from '../background/job-store.ts';
import { type AnyMail, Html, OWN_MAIL, textIn } from '../definitions/for-server.ts';
import { checkInput, type KeptMail } from '../records/index.ts';
import { fromOwnJson } from '../shared/json.ts';
import type { Deliver } from './transport.ts';

/** How a mail of a project is sent. `own` is the server's language. */
export function mailKind(mail: AnyMail, deliver: Deliver, own: string): JobKind {
  const { name, label, input: schema } = mail;
  return {
    name: OWN_MAIL + name,
    label,
    atOnce: 4,
    mostTries: 12,
    isOverAnyway: true,
    async run({ data, delivery }: HeldJob) {
      const { to, replyTo, language = own, input } = fromOwnJson<KeptMail>(data);
      const words = textIn(mail, language, own)(checkInput(`mail '${name}'`, schema, input));
      const { subject, text, html } = words;
      if (html !== undefined && !(html instanceof Html))
        throw new Error(`mail '${name}': its html must be written with the tag html, which escapes values`);
      await deliver({
        delivery,
        to,
        subject: String(subject)
          .replace(/\p{C}+/gu, ' ')
          .trim(), // a line break would begin another header
        text: String(text),
        ...(replyTo !== undefined && { replyTo }),
        ...(html && { html: html.markup }),
      });
    },
  };
}

import type { JsonSchema } from '../../../contract/json-schema.ts';
import { LANGUAGES } from '../../messages/languages.ts';
import { type Message, render } from '../../messages/message.ts';
import { type AnyMail, defineMail, textIn } from './define-mail.ts';

/** How jobs run that send the server's own mails. */
export const MAIL_JOB = { atOnce: 4, mostTries: 8, isOverAnyway: true } as const;

interface ServerMailSource<Facts> {
  /** A project's mail of this name takes its place. */
  readonly name: string;
  readonly label: Message;
  readonly input: JsonSchema<Facts>;
  readonly words: (facts: Facts) => readonly [subject: Message, text: Message];
}

/** A mail of the server's own, in all its languages. */
export function defineServerMail<Facts extends object>({ words, ...more }: ServerMailSource<Facts>): AnyMail {
  const texts = LANGUAGES.map((language) => [
    language,
    (facts: Facts) => {
      const [subject, text] = words(facts);
      return { subject: render(subject, language), text: render(text, language) };
    },
  ]);
  return defineMail<Facts>({ ...more, texts: Object.fromEntries(texts) }) as AnyMail;
}

/** A mail of the server's own to one reader. */
export interface ServerMail {
  readonly mail: AnyMail;
  readonly to: string;
  /** Of the reader; the server's if left out. */
  readonly language?: string | undefined;
  readonly facts: object;
}

/** Sends a mail of the server's own, or the project's in its place. `delivery` is the same at each try. */
export type SendServerMail = (mail: ServerMail & { readonly delivery: string }) => Promise<void>;

interface SendParts {
  /** The project's mails. */
  readonly own: readonly AnyMail[];
  /** The server's language. */
  readonly language: string;
  readonly deliver: (mail: {
    readonly delivery: string;
    readonly to: string;
    readonly subject: string;
    readonly text: string;
    readonly html?: string;
  }) => Promise<void>;
}

export function makeSendServerMail({ own, language: standard, deliver }: SendParts): SendServerMail {
  return async ({ mail, delivery, to, language = standard, facts }) => {
    const chosen = own.find(({ name }) => name === mail.name) ?? mail;
    const { subject, text, html } = textIn(chosen, language, standard)(facts);
    await deliver({ delivery, to, subject, text, ...(html && { html: html.markup }) });
  };
}

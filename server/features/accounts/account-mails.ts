import { type JsonSchema, Type, type TypeOf } from '../../../contract/json-schema.ts';
import { type AnyMail, defineMail } from '../../definitions/project/define-mail.ts';
import { LANGUAGES } from '../../messages/languages.ts';
import { type Message, message, render } from '../../messages/message.ts';

const facts = Type.Object({
  name: Type.String(),
  address: Type.String(),
  link: Type.String(),
  hours: Type.Integer(),
});

/** What mails about accounts tell. */
export type MailFacts = TypeOf<typeof facts>;

/** The mails about accounts. A project's mail of the same name takes the place of one. */
export const accountMails = {
  sign_up: accountMail<MailFacts>('quire_sign_up', facts, (told) => [
    message('signUpMailSubject'),
    message('signUpMailText', told),
  ]),
  known_address: accountMail<MailFacts>('quire_known_address', facts, (told) => [
    message('knownMailSubject'),
    message('knownMailText', told),
  ]),
  reset: accountMail<MailFacts>('quire_reset', facts, (told) => [
    message('resetMailSubject'),
    message('resetMailText', told),
  ]),
  password_changed: accountMail<MailFacts>('quire_password_changed', facts, (told) => [
    message('passwordChangedMailSubject'),
    message('passwordChangedMailText', told),
  ]),
  verification: accountMail<MailFacts>('quire_verification', facts, (told) => [
    message('verificationMailSubject'),
    message('verificationMailText', told),
  ]),
  address_change: accountMail<MailFacts>('quire_address_change', facts, (told) => [
    message('changeMailSubject'),
    message('changeMailText', told),
  ]),
  address_changed: accountMail<MailFacts>('quire_address_changed', facts, (told) => [
    message('changedMailSubject'),
    message('changedMailText', told),
  ]),
  invitation: accountMail<MailFacts>('quire_invitation', facts, (told) => [
    message('invitationMailSubject'),
    message('invitationMailText', told),
  ]),
  approved: accountMail<MailFacts>('quire_approved', facts, (told) => [
    message('approvedMailSubject'),
    message('approvedMailText', told),
  ]),
} as const;

export type AccountMail = keyof typeof accountMails;

/** A mail about an account, in all languages of the server. */
export function accountMail<Facts extends object>(
  name: string,
  input: JsonSchema<Facts>,
  words: (facts: Facts) => readonly [subject: Message, text: Message],
): AnyMail {
  return defineMail<Facts>({
    name,
    label: message('accountMailLabel'),
    input,
    texts: Object.fromEntries(
      LANGUAGES.map((language) => [
        language,
        (facts: Facts) => {
          const [subject, text] = words(facts);
          return { subject: render(subject, language), text: render(text, language) };
        },
      ]),
    ),
  }) as AnyMail;
}

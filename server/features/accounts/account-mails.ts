import { type JsonSchema, Type, type TypeOf } from '../../../contract/json-schema.ts';
import { type AnyMail, defineServerMail } from '../../definitions/for-server.ts';
import type { Message } from '../../messages/message.ts';
import { message } from './messages/message.ts';

const facts = Type.Object({
  name: Type.String(),
  address: Type.String(),
  link: Type.String(),
  hours: Type.Integer(),
});

/** The values in mails about accounts. */
export type MailFacts = TypeOf<typeof facts>;

/** The mails about accounts. A project's mail of the same name takes the place of one. */
export const accountMails = {
  sign_up: accountMail<MailFacts>('quire_sign_up', facts, (values) => [
    message('signUpMailSubject'),
    message('signUpMailText', values),
  ]),
  known_address: accountMail<MailFacts>('quire_known_address', facts, (values) => [
    message('knownMailSubject'),
    message('knownMailText', values),
  ]),
  reset: accountMail<MailFacts>('quire_reset', facts, (values) => [
    message('resetMailSubject'),
    message('resetMailText', values),
  ]),
  password_changed: accountMail<MailFacts>('quire_password_changed', facts, (values) => [
    message('passwordChangedMailSubject'),
    message('passwordChangedMailText', values),
  ]),
  verification: accountMail<MailFacts>('quire_verification', facts, (values) => [
    message('verificationMailSubject'),
    message('verificationMailText', values),
  ]),
  address_change: accountMail<MailFacts>('quire_address_change', facts, (values) => [
    message('changeMailSubject'),
    message('changeMailText', values),
  ]),
  address_changed: accountMail<MailFacts>('quire_address_changed', facts, (values) => [
    message('changedMailSubject'),
    message('changedMailText', values),
  ]),
  password_set: accountMail<MailFacts>('quire_password_set', facts, (values) => [
    message('passwordSetMailSubject'),
    message('passwordSetMailText', values),
  ]),
  address_set: accountMail<MailFacts>('quire_address_set', facts, (values) => [
    message('addressSetMailSubject'),
    message('addressSetMailText', values),
  ]),
  factors_removed: accountMail<MailFacts>('quire_factors_removed', facts, (values) => [
    message('factorsRemovedMailSubject'),
    message('factorsRemovedMailText', values),
  ]),
  invitation: accountMail<MailFacts>('quire_invitation', facts, (values) => [
    message('invitationMailSubject'),
    message('invitationMailText', values),
  ]),
  approved: accountMail<MailFacts>('quire_approved', facts, (values) => [
    message('approvedMailSubject'),
    message('approvedMailText', values),
  ]),
} as const;

export type AccountMail = keyof typeof accountMails;

/** A mail about an account, in all languages of the server. */
export function accountMail<Facts extends object>(
  name: string,
  input: JsonSchema<Facts>,
  words: (facts: Facts) => readonly [subject: Message, text: Message],
): AnyMail {
  return defineServerMail({ name, label: message('accountMailLabel'), input, words });
}

import type { JsonSchema } from '../../../contract/json-schema.ts';
import type { Text } from '../../messages/message.ts';
import { anObject, name, needed, text } from '../checks/option-checks.ts';
import { isPlainObject, type OptionCheck, type OptionTable } from '../checks/options.ts';
import { problemOfSchemas } from '../checks/schema-problem.ts';
import { markDefined, requireSound, subjectOf } from './defined.ts';
import type { Html } from './html.ts';

/** The texts of a mail. */
export interface MailText {
  readonly subject: string;
  readonly text: string;
  /** Written with the tag `html`, which escapes values. */
  readonly html?: Html;
}

/** The declaration of a mail. */
interface MailSource<Input> {
  /** Names the mail in the table of jobs; snake_case. */
  readonly name: string;
  /** What people read. */
  readonly label: Text;
  /** Checked when the mail is sent, and types the texts' input. */
  readonly input?: JsonSchema<Input>;
  /** By languages such as `en` or `pt-BR`. A reader of another gets the server's, or else the first. */
  readonly texts: Readonly<Record<string, (input: Input) => MailText>>;
}

/** A mail of a project. */
export interface MailDefinition<in out Input = never> extends MailSource<Input> {}

/** A mail with any input. */
export type AnyMail = MailDefinition<unknown>;

const texts: OptionCheck = {
  allowed:
    'functions by the code of a language (en, de, pt-BR), such as { en: (input) => ({ subject, text }) }',
  accepts: (value) =>
    isPlainObject(value) &&
    Object.keys(value).length > 0 &&
    Object.entries(value).every(
      ([language, one]) => /^[a-z]{2,3}(-[A-Za-z0-9]+)*$/.test(language) && typeof one === 'function',
    ),
};

const MAIL: OptionTable<MailSource<unknown>> = {
  owner: 'a mail',
  checks: { name: needed(name), label: needed(text), input: anObject, texts: needed(texts) },
  contradiction: ({ input }) => problemOfSchemas({ input }),
};

/** Describes a mail; `records.send(mail, to, input)` sends it. Throws if the description is wrong. */
export function defineMail<Input = Record<never, never>>(source: MailSource<Input>): MailDefinition<Input> {
  requireSound(subjectOf('mail', source?.name), MAIL, source);
  return markDefined('defineMail', { ...source });
}

/** The text in this language, or else in that of the server, or else in the first. */
export function textIn({ texts: all }: AnyMail, language: string, own: string): (input: unknown) => MailText {
  const [first] = Object.values(all);
  const found = all[language] ?? all[language.split('-')[0] ?? ''] ?? all[own] ?? first;
  if (!found) throw new Error('a mail without texts');
  return found;
}

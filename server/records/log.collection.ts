import { defineCollection } from '../definitions/define-collection.ts';
import { bigint } from '../definitions/fields/bigint.ts';
import { integer } from '../definitions/fields/integer.ts';
import { json } from '../definitions/fields/json.ts';
import { text } from '../definitions/fields/text.ts';
import type { Language } from '../messages/languages.ts';
import { isMessage, message, render, type Text } from '../messages/message.ts';
import type { Json } from '../shared/json.ts';
import { isKeptAsData, MAX_STORED_TEXT, storedWords } from './stored-text.ts';

/** One line of the audit log: a write, a login, or a refusal with its reason. Its time is its creation. */
export const log = defineCollection({
  name: 'quire_log',
  label: message('logLabel'),
  audit: 'creation',
  fields: {
    message: text({ max: MAX_STORED_TEXT, default: '', multiline: true, searchable: true }),
    /** The message by key and parameters, for readers of other languages; null on older lines. */
    message_source: json(),
    user_id: bigint({ default: 0n, indexed: true }),
    username: text({ max: 24, default: '', indexed: true, multiline: true, searchable: true }),
    /** The API key by which the user's program acted. */
    key_id: bigint(),
    status_code: integer({ default: 0 }),
    method: text({ max: 20, default: '' }),
    path: text({ max: 500, default: '', multiline: true, searchable: true }),
    permission: text({ max: 100, default: '' }),
    /** The network of a stranger, of a sign-in or of a refused request. */
    address: text({ max: 60 }),
  },
  indexes: [['create_time', 'id']],
});

/** The message of a log line: as text in the server's language, for searches, and as data for other languages. */
export function logged(text: Text, language: Language): { message: string; message_source: Json } {
  const message_source = isKeptAsData(text) ? (text as Json) : null; // what it holds is written as JSON
  return { message: storedWords(text, language), message_source };
}

/** A log line's message in its reader's language; the stored text for lines without data. */
export function shownMessage(
  { message, message_source }: { readonly message: string; readonly message_source: unknown },
  language: Language,
): string {
  if (!isMessage(message_source)) return message;
  try {
    return render(message_source, language);
  } catch {
    return message; // another version stored it with other parameters
  }
}

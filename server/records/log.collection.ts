import { integer } from '../definitions/fields/integer.ts';
import { text } from '../definitions/fields/text.ts';
import { bigint, defineCollection, json } from '../definitions/for-server.ts';
import type { NewRecord } from '../definitions/types/record-types.ts';
import type { Language } from '../messages/languages.ts';
import { isMessage, type Message, message, render, type Text } from '../messages/message.ts';
import type { Json } from '../shared/json.ts';
import { fromShort, isKeptAsData, MAX_STORED_TEXT, storedWords, toShort } from './stored-text.ts';
import { understood } from './stored-words.ts';

/** One line of the audit log: a write, a login, or a refusal with its reason. Its time is its creation. */
export const log = defineCollection({
  name: 'quire_log',
  label: message('logLabel'),
  audit: 'creation',
  fields: {
    message: text({ max: MAX_STORED_TEXT, default: '', multiline: true, searchable: true }),
    /** The message as data for readers of other languages, by `messageOf`; null on older lines. */
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

/**
 * The message of a log line: as text in the server's language, for searches, and as data for other languages. What the data of
 * a write would repeat of its line is left out.
 */
export function logged(
  text: Text,
  language: Language,
  username?: string,
): { message: string; message_source: Json } {
  const message_source = isKeptAsData(text) ? (toShort(withoutUsual(text, username)) as Json) : null; // what it holds is written as JSON
  return { message: storedWords(text, language), message_source };
}

type Stored = Pick<NewRecord<typeof log>, 'message_source' | 'username'>;

/** The message of a line as data; undefined where only its text is known. */
export function messageOf({ message_source, username = '' }: Stored): Message | undefined {
  const text = understood(fromShort(message_source));
  if (!text) return undefined;
  return text.key === WRITE ? { ...text, params: { ...usualOf(username), ...text.params } } : text;
}

/** A log line's message in its reader's language; the stored text for lines without data. */
export function shownMessage(line: Stored & { readonly message: string }, language: Language): string {
  const text = messageOf(line);
  if (!text) return line.message;
  try {
    return render(text, language);
  } catch {
    return line.message; // another version stored it with other parameters
  }
}

const WRITE = message('loggedWrite', { who: '', what: '', id: '' }).key;

/** What most writes say: their user is that of the line, and the rest of the message names the record. */
function usualOf(username: string | undefined): Readonly<Record<string, unknown>> {
  return { who: username, id: '' };
}

function withoutUsual(text: Text, username: string | undefined): Text {
  if (!isMessage(text) || text.key !== WRITE) return text;
  const usual = usualOf(username);
  const params = Object.entries(text.params ?? {}).filter(([name, value]) => usual[name] !== value);
  return { ...text, params: Object.fromEntries(params) };
}

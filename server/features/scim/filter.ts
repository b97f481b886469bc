import { message } from './messages/message.ts';
import { scimError } from './scim-error.ts';

/** A filter of RFC 7644, 3.4.2.2, as far as directories send it. */
export type Filter =
  | { readonly both: readonly [Filter, Filter] }
  | { readonly either: readonly [Filter, Filter] }
  | { readonly attribute: string; readonly value: string | boolean | undefined };

const MAX_LENGTH = 1000;
const MAX_TOKENS = 60;
const TOKEN = /\s*(?:([()])|("(?:[^"\\]|\\.)*")|([^\s()"]+))/y;

/**
 * Reads a filter: `eq` and `pr`, joined by `and`, `or` and parentheses. Attributes are in small letters, without the schema's name
 * and without what is in brackets: `emails[type eq "work"].value` is `emails.value`. Throws `invalidFilter` for anything else.
 */
export function readFilter(text: string): Filter {
  const parser = new FilterParser(tokensOf(withoutBrackets(text)));
  const filter = parser.either();
  parser.end();
  return filter;
}

/** Directories name the one address of a user by its type. */
function withoutBrackets(text: string): string {
  return text.replace(/\[[^[\]]{0,100}\]/g, '');
}

function tokensOf(text: string): string[] {
  if (text.length > MAX_LENGTH) throw invalid();
  const tokens: string[] = [];
  for (let at = 0; at < text.trimEnd().length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text);
    if (!found || tokens.length >= MAX_TOKENS) throw invalid();
    tokens.push(found[0].trim());
  }
  return tokens;
}

class FilterParser {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  either(): Filter {
    const first = this.#both();
    return this.#take('or') ? { either: [first, this.either()] } : first;
  }

  end(): void {
    if (this.#at < this.#tokens.length) throw invalid();
  }

  #both(): Filter {
    const first = this.#one();
    return this.#take('and') ? { both: [first, this.#both()] } : first;
  }

  #one(): Filter {
    if (this.#take('(')) {
      const inner = this.either();
      if (!this.#take(')')) throw invalid();
      return inner;
    }
    const attribute = attributeOf(this.#next());
    if (this.#take('pr')) return { attribute, value: undefined };
    if (!this.#take('eq')) throw invalid();
    return { attribute, value: readValue(this.#next()) };
  }

  #next(): string {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw invalid();
    this.#at += 1;
    return token;
  }

  #take(word: string): boolean {
    const isNext = this.#tokens[this.#at]?.toLowerCase() === word;
    if (isNext) this.#at += 1;
    return isNext;
  }
}

/** The name of an attribute, in small letters and without the schema's name. */
export function attributeOf(path: string): string {
  return path.replace(/^urn:ietf:params:scim:schemas:core:2\.0:(user|group):/i, '').toLowerCase();
}

function readValue(token: string): string | boolean {
  if (/^(true|false)$/i.test(token)) return token.toLowerCase() === 'true';
  if (!token.startsWith('"')) throw invalid();
  try {
    return String(JSON.parse(token));
  } catch {
    throw invalid(); // a text with an escape that JSON does not know
  }
}

function invalid() {
  return scimError('invalidFilter', 'filter', message('directoryFilterExpected'));
}

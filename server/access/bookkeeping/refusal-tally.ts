import type { NewRecord } from '../../definitions/types/record-types.ts';
import { DEFAULT_LANGUAGE, type Language } from '../../messages/languages.ts';
import { message, type Text } from '../../messages/message.ts';
import { type log, logged, messageOf } from '../../records/log.collection.ts';

export type LogLine = NewRecord<typeof log> & { readonly message: string };

/** Refusals of one kind that get their own log entry per window; the rest share one. */
const LINES_A_KIND = 20;
/** The number of kinds that a window distinguishes. */
const MAX_KINDS = 200;
/** The budget of own log entries for all kinds together, and its refill per window. */
const MAX_SPARE = 2000;
const REGAINED = 60;

/** Decides which refusals get their own log entry, so that a flood fills neither disk nor memory. */
export class RefusalTally {
  readonly #language: Language;
  #spare = MAX_SPARE;
  #kinds = new Map<string, { line: LogLine; own: number; more: number }>();

  constructor(language: Language = DEFAULT_LANGUAGE) {
    this.#language = language;
  }

  /** Whether this refusal gets its own log entry. If not, it is counted. */
  admits(kind: string, line: LogLine): boolean {
    const counted = this.#kinds.get(kind) ?? this.#begin(kind, line);
    if (counted.own < LINES_A_KIND && this.#spare > 0) {
      counted.own += 1;
      this.#spare -= 1;
      return true;
    }
    counted.more += 1;
    return false;
  }

  /** Counts a refusal whose own log entry could not be written. */
  countLater(kind: string, line: LogLine): void {
    const counted = this.#kinds.get(kind) ?? this.#begin(kind, line);
    counted.more += 1;
  }

  /** Begins the next window. Returns one entry for each kind with counted refusals. */
  nextWindow(): LogLine[] {
    const counted = [...this.#kinds.values()].filter(({ more }) => more > 0);
    this.#kinds = new Map();
    this.#spare = Math.min(MAX_SPARE, this.#spare + REGAINED);
    return counted.map(({ line, more }) => ({
      ...line,
      ...logged(message('andMoreWithinAMinute', { line: textOf(line), count: more }), this.#language),
    }));
  }

  #begin(kind: string, line: LogLine) {
    const [key, first] =
      this.#kinds.size < MAX_KINDS
        ? [kind, line]
        : [OTHERS, logged(message('otherRefusals'), this.#language)];
    const counted = this.#kinds.get(key) ?? { line: first, own: 0, more: 0 };
    this.#kinds.set(key, counted);
    return counted;
  }
}

/** Further kinds are counted as one. */
const OTHERS = '';
const MAX_LINE = 900;

/** The text of a line, cut so that more can follow. */
function textOf(line: LogLine): Text {
  const { message: words } = line;
  return words.length <= MAX_LINE ? (messageOf(line) ?? words) : words.slice(0, MAX_LINE);
}

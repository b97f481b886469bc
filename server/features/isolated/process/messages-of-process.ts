import { isPlainObject } from '../../../definitions/checks/options.ts';
import { readJson } from '../../../http/index.ts';

/** A line in either direction holds no more than this. */
export const MOST_BYTES = 2_000_000;
const MOST_TEXT = 500;

type Values = Readonly<Record<string, unknown>>;

/** What a process says. It may be anything: each message is checked before it means something. */
export type ProcessMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'broken'; readonly failure: string }
  | { readonly kind: 'value'; readonly call: number; readonly value: Values | undefined }
  | { readonly kind: 'refusal'; readonly call: number; readonly text: string; readonly field: string }
  | { readonly kind: 'failure'; readonly call: number; readonly failure: string }
  | {
      readonly kind: 'ask';
      readonly ask: number;
      readonly call: number;
      readonly what: string;
      readonly about: Values;
    };

/** Reads a line; undefined if it is no message. What no body of a request may hold makes it none, so nothing is too deep to check. */
export function readMessage(line: string): ProcessMessage | undefined {
  const read = parsed(line);
  if (!isPlainObject(read)) return undefined;
  const { ready, broken, done, ask, call, value, refusal, failure, what, about } = read;
  if (ready === true) return { kind: 'ready' };
  if (typeof broken === 'string') return { kind: 'broken', failure: short(broken) };
  if (isNumber(ask) && isNumber(call) && typeof what === 'string' && isPlainObject(about))
    return { kind: 'ask', ask, call, what, about };
  if (!isNumber(done)) return undefined;
  if (typeof failure === 'string') return { kind: 'failure', call: done, failure: short(failure) };
  if (isPlainObject(refusal)) return readRefusal(done, refusal);
  if (value === null) return { kind: 'value', call: done, value: undefined };
  return isPlainObject(value) ? { kind: 'value', call: done, value } : undefined;
}

function readRefusal(call: number, { text, field }: Values): ProcessMessage | undefined {
  if (typeof text !== 'string' || text.trim() === '' || typeof field !== 'string') return undefined;
  return { kind: 'refusal', call, text: short(text), field: field.slice(0, 40) };
}

function parsed(line: string): unknown {
  try {
    return readJson(line);
  } catch {
    return undefined; // what cannot be read is no message, and ends the process
  }
}

function isNumber(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0;
}

function short(text: string): string {
  return text.replaceAll(/\p{C}+/gu, ' ').slice(0, MOST_TEXT);
}

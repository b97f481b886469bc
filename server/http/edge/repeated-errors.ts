import type { LoggerOptions } from 'pino';
import { Repeated } from '../../shared/counting/repeated.ts';

const WINDOW_MS = 60_000;
/** Pino's number of the level. Fatal errors are never merged. */
const ERROR = 50;

/**
 * Merges equal lines about errors: the first is written at once, and those of the following minutes become a line for each
 * minute, with their number as `repeated`. Errors that differ in numbers alone, such as ports, are equal.
 */
export function mergeRepeated() {
  const repeated = new Repeated(WINDOW_MS);
  const hooks: NonNullable<LoggerOptions['hooks']> = {
    logMethod(args, method, level) {
      const [about, text]: readonly unknown[] = args;
      if (level !== ERROR || typeof about !== 'object' || about === null)
        return void method.apply(this, args);
      repeated.note(
        `${text} ${kindOf(about)}`,
        () => method.apply(this, args),
        (times) => method.apply(this, [{ ...about, repeated: times }, String(text)]),
      );
    },
  };
  return { hooks, flush: () => repeated.flush() };
}

/** What two equal errors share: their message but for numbers, and where they were thrown. */
function kindOf({ err }: { readonly err?: unknown }): string {
  if (!(err instanceof Error)) return String(err);
  const [place = ''] = /^\s+at .*$/m.exec(err.stack ?? '') ?? [];
  return `${err.name} ${err.message.replace(/\d+/g, '#')} ${place}`;
}

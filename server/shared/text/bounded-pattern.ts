import { constants, createContext, Script } from 'node:vm';
import { lazy } from '../lazy.ts';

/** CPU that one match may take. It takes microseconds, and the first ones some milliseconds to compile the pattern. */
const MOST_MS = 20;
const TRY_MS = 5;
/** Steps of a match that need no watch: a few milliseconds at most. */
const FEW_STEPS = 1_000_000;

export interface Pattern {
  readonly source: string;
  test(text: string): boolean;
  toString(): string;
}

/**
 * A pattern that refuses a text if the match takes too long. Patterns such as `(\w+\s?)*` backtrack for years over forty
 * characters, and texts come from clients.
 */
export function boundedPattern(pattern: RegExp): Pattern {
  const exponent = exponentOf(pattern.source);
  return {
    source: pattern.source,
    toString: () => String(pattern), // ajv tells patterns apart by it
    test: (text) =>
      text.length ** exponent <= FEW_STEPS ? pattern.test(text) : matchesInTime(pattern, text),
  };
}

/**
 * The power of a text's length that bounds the steps of a match: each part that repeats may end anywhere, for each beginning.
 * Infinity if a group repeats, because its parts may repeat again in every round.
 */
function exponentOf(source: string): number {
  const plain = source.replace(/\\(?:[pPu]\{[^}]*\}|.)|\[(?:\\.|[^\]\\])*\]/gsu, 'x');
  return /\)[*+{]/.test(plain) ? Number.POSITIVE_INFINITY : 1 + (plain.match(/[*+{]|[^(]\?/g) ?? []).length;
}

const place = lazy(() => ({
  context: createContext(constants.DONT_CONTEXTIFY) as { pattern?: RegExp; text?: string },
  match: new Script('pattern.test(text)'),
}));

function matchesInTime(pattern: RegExp, text: string): boolean {
  const { context, match } = place();
  Object.assign(context, { pattern, text });
  // A try ends although another process had the core, or the pattern was compiled meanwhile, so the CPU decides.
  const begun = process.threadCpuUsage().user;
  do {
    try {
      return match.runInContext(context, { timeout: TRY_MS }) as boolean;
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    }
  } while (process.threadCpuUsage().user - begun < MOST_MS * 1000);
  return false;
}

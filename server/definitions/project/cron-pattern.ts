import { Cron } from 'croner';

/** The parts of a pattern in their order, and the values of each. */
const PARTS = [
  { name: 'minute', values: '0 to 59' },
  { name: 'hour', values: '0 to 23' },
  { name: 'day of month', values: '1 to 31' },
  { name: 'month', values: '1 to 12 or JAN to DEC' },
  { name: 'day of week', values: '0 to 7 or SUN to SAT' },
] as const;

export function hasFiveParts(value: unknown): boolean {
  return typeof value === 'string' && partsOf(value).length === PARTS.length;
}

/** What is wrong with a pattern of five parts: one that cannot be read, or a time that never comes. */
export function problemOfPattern(pattern: string): string | undefined {
  const parts = partsOf(pattern);
  for (const [at, { name, values }] of PARTS.entries()) {
    const alone = parts.map((part, index) => (index === at ? part : '*'));
    if (!readPattern(alone))
      return `'cron' has '${parts[at]}' as ${name}; allowed: ${values}, and forms such as 1-5, 1,3 and */2`;
  }
  return readPattern(parts)?.nextRun() ? undefined : `'cron' is '${pattern}', a time that never comes`;
}

function partsOf(pattern: string): string[] {
  return pattern.trim().split(/\s+/);
}

/** Cron's own messages count some parts from 0. */
function readPattern(parts: readonly string[]): Cron | undefined {
  try {
    return new Cron(parts.join(' '), { paused: true, mode: '5-part' });
  } catch {
    return undefined;
  }
}

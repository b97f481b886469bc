import { randomBytes } from 'node:crypto';

/** A step of a trace that spans several systems: W3C Trace Context, the header `traceparent`. */
export interface Trace {
  /** 32 hexadecimal digits, the same in all systems. */
  readonly id: string;
  /** Two hexadecimal digits, such as 01 for a trace that is recorded. */
  readonly flags: string;
}

const VERSION_0 = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
/** A later version begins like version 0, and may go on. */
const LATER = /^(?!00|ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/;
const LONGEST = 512;

/** Reads the header as strictly as the standard asks for; undefined if it means nothing. */
export function readTraceparent(text: string): Trace | undefined {
  if (text.length > LONGEST) return undefined;
  const [, id = '', parent = '', flags = ''] = VERSION_0.exec(text) ?? LATER.exec(text) ?? [];
  return isZero(id) || isZero(parent) ? undefined : { id, flags };
}

const isZero = (digits: string) => /^0*$/.test(digits);

/** The header for a request to another system in the same trace, with a step of its own. */
export function toTraceparent({ id, flags }: Trace): string {
  const isSampled = (Number.parseInt(flags, 16) & 1) === 1; // other flags are not for version 0
  return `00-${id}-${newStep()}-${isSampled ? '01' : '00'}`;
}

function newStep(): string {
  for (;;) {
    const step = randomBytes(8).toString('hex');
    if (!isZero(step)) return step;
  }
}

/** A trace as it is stored, and read back. */
export const toStoredTrace = ({ id, flags }: Trace): string => `${id}-${flags}`;

export function fromStoredTrace(stored: string | null): Trace | undefined {
  const [id, flags] = stored?.split('-') ?? [];
  return id === undefined || flags === undefined ? undefined : { id, flags };
}

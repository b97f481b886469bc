import { badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';

/** A zone's offset from UTC: at first, and from each of these moments on. All in milliseconds. */
export interface Zone {
  readonly name: string;
  readonly first: number;
  readonly changes: readonly (readonly [from: number, offset: number])[];
}

/** No zone has an earlier rule. */
const FIRST = '1800-01-01T00:00Z';
/** Rules for later times are guesses, so the last offset before stays. */
const END = Date.UTC(2100, 0);

export const UTC: Zone = { name: 'UTC', first: 0, changes: [] };
const known = new Map<string, Zone>();

/** Reads an IANA name or an offset such as `+05:30`. Throws naming the parameter `zone`. */
export function readZone(name: string | undefined): Zone {
  if (name === undefined) return UTC;
  const found = known.get(name) ?? findZone(name);
  known.set(found.name, found);
  return found;
}

function findZone(name: string): Zone {
  try {
    let at = Temporal.Instant.from(FIRST).toZonedDateTimeISO(name);
    const id = at.timeZoneId;
    const first = offsetOf(at);
    const changes: [number, number][] = [];
    for (;;) {
      const next = at.getTimeZoneTransition('next');
      if (!next || next.epochMilliseconds >= END) return { name: id, first, changes };
      at = next;
      changes.push([at.epochMilliseconds, offsetOf(at)]);
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw badParameters({ zone: message('notAZone') });
  }
}

function offsetOf({ offsetNanoseconds }: Temporal.ZonedDateTime): number {
  return offsetNanoseconds / 1_000_000;
}

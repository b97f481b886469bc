/** When a record was made and last changed, in milliseconds since 1970. */
export interface Times {
  readonly created: number;
  readonly updated: number;
}

/** The year of a time that .NET has not set. */
const UNSET_YEAR = 1;

/**
 * Reads a source's wall-clock times, which have no zone, in `zone`, an IANA name or an offset. A zero date counts as
 * missing: the other time of the record replaces it, or now, and `known` is false. It is true for a table that has no times.
 */
export function readTimes(
  { create_time, update_time }: Readonly<Record<string, string | null>>,
  zone: string,
  now: number,
): Times & { readonly known: boolean } {
  const [created, updated] = [toTime(create_time, zone), toTime(update_time, zone)];
  return {
    created: created ?? updated ?? now,
    updated: updated ?? created ?? now,
    known: isKnown(create_time, created) && isKnown(update_time, updated),
  };
}

function isKnown(text: string | null | undefined, time: number | undefined): boolean {
  return text === undefined || time !== undefined;
}

function toTime(text: string | null | undefined, zone: string): number | undefined {
  if (!text) return undefined;
  try {
    const time = Temporal.PlainDateTime.from(text);
    return time.year === UNSET_YEAR ? undefined : time.toZonedDateTime(zone).epochMilliseconds;
  } catch {
    return undefined; // 0000-00-00, or a day that no month has: MySQL keeps both if strict mode is off
  }
}

const DAY = /^\d{4}-\d\d-\d\d$/;
const ZONED = /(?:[zZ]|[+-]\d\d(?::?\d\d)?)$/;

/**
 * The milliseconds since 1970 of an ISO time, without a zone on the clock of this machine, or of the beginning of a day in UTC.
 * Undefined for other texts and for times that do not exist: `Date` takes a 30th of February for the 2nd of March.
 */
export function momentIn(text: string): number | undefined {
  try {
    if (DAY.test(text)) return Temporal.Instant.from(`${text}T00:00Z`).epochMilliseconds;
    if (ZONED.test(text)) return Temporal.Instant.from(text).epochMilliseconds;
    return Temporal.PlainDateTime.from(text).toZonedDateTime(Temporal.Now.timeZoneId()).epochMilliseconds;
  } catch {
    return undefined;
  }
}

/** Whether a declared type of SQLite, which knows none of its own, means days. */
export function isDateType(base: string): boolean {
  return base === 'date';
}

/** Whether it means points in time. */
export function isMomentType(base: string): boolean {
  return /^(datetime|timestamp)/.test(base);
}

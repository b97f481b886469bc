/** Writes a whole number of the smallest units as a decimal with all digits of its scale: `withPoint(1990n, 2)` is `"19.90"`. */
export function withPoint(units: bigint, scale: number): string {
  if (scale === 0) return String(units);
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** Exponents beyond this say as little as this one: no column holds such numbers. */
const MOST = 400;

/** The digits of a number without an exponent: `1e-7` is `0.0000001`. Any other text stays as it is. */
export function plainNumber(text: string): string {
  const parts = /^(-?)(\d+)(?:\.(\d+))?e([+-]?\d+)$/i.exec(text);
  if (!parts) return text;
  const [, sign = '', whole = '', fraction = '', exponent] = parts;
  const digits = whole + fraction;
  const point = whole.length + Math.max(-MOST, Math.min(MOST, Number(exponent)));
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  if (point >= digits.length) return sign + digits.padEnd(point, '0');
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

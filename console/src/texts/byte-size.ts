import { language } from './index.ts';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'];

/** A number of bytes as people read it. */
export function byteSize(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const format = {
    style: 'unit',
    unit: UNITS[step],
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  } as const;
  return new Intl.NumberFormat(language.value, format).format(bytes / 1000 ** step);
}

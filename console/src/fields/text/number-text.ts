import { language } from '../../texts/index.ts';

const NUMBER = /^-?\d+(?:\.(\d+))?$/;
/** Making a format costs more than using it a thousand times. */
const formats = new Map<string, Intl.NumberFormat>();

/** A number as people read it, with every digit that it has; a year reads 1860. What is no number stays as it is. */
export function numberText(value: string): string {
  const found = NUMBER.exec(value);
  if (!found) return value;
  const digits = found[1]?.length ?? 0;
  const key = `${language.value} ${digits}`;
  const format = formats.get(key) ?? formatOf(digits);
  formats.set(key, format);
  return format.format(value as Intl.StringNumericLiteral); // it has just been recognised
}

function formatOf(digits: number): Intl.NumberFormat {
  return new Intl.NumberFormat(language.value, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: digits === 0 ? 'min2' : 'auto',
  });
}

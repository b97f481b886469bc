import type { ForeignColumn } from '../schema/foreign-schema.ts';
import type { Facts } from './facts.ts';
import {
  AS_IT_IS,
  BYTES,
  decimalOf,
  floatOf,
  type LeftOut,
  plain,
  type ServeColumn,
  type ServedColumn,
  textOf,
} from './served-column.ts';
import { isDateType, isMomentType } from './sqlite-types.ts';

/** Numbers of seconds since 1970 stay below it until the year 5138; milliseconds have exceeded it since 1973. */
const SECONDS_BELOW = 1e11;

/** A number of JSON; any other value fails, where SQLite would store it. */
const NUMBER = `case when json_type(?) in ('integer', 'real') then json_extract(?, '$') else json('no number') end`;

/**
 * A column of SQLite. Declared types are hints there, so the stored values decide: what does not have the form of its type is
 * served as text.
 */
export const serveSqlite: ServeColumn = (column, name, facts) => {
  const { base } = column;
  const { classes, hasMisfits } = facts;
  const isOnly = (...allowed: string[]) => classes.every((one) => allowed.includes(one));
  if (classes.includes('blob') || /blob/.test(base)) return BYTES;
  const asText = textOf(column, `cast(${name} as text)`, facts);
  const { back: _, ...read } = asText; // a text would become something else there
  const otherwise: ServedColumn = { ...read, note: `text, as its values are not all of the type ${base}` };
  if (isDateType(base) && !hasMisfits) return plain('date', name);
  if (isDateType(base) || isMomentType(base)) return momentOf(name, facts) ?? otherwise;
  if (/bool/.test(base)) return isOnly('integer') ? plain('boolean', `${name} <> 0`) : otherwise;
  if (/int/.test(base)) return isOnly('integer') ? plain('bigint', name) : otherwise;
  if (/dec|num/.test(base)) {
    if (!isOnly('integer', 'real')) return otherwise;
    const unscaled = (factor: string) => `cast(round(${name} * ${factor}) as integer)`;
    const back = (unit: string) =>
      unit === '' ? NUMBER : unit === '1' ? AS_IT_IS : fractionOf(unit.length - '0.'.length, column);
    return hasMisfits
      ? floatOf(`json_quote(${name})`, NUMBER)
      : decimalOf(column, unscaled, `json_quote(${name})`, back);
  }
  if (/real|floa|doub/.test(base))
    return isOnly('integer', 'real') ? floatOf(`json_quote(${name})`, NUMBER) : otherwise;
  if (/char|clob|text/.test(base)) return textOf(column, `${name} collate binary`, facts);
  return byValues(name, facts) ?? read;
};

/** Of more digits, SQLite's numbers hold only some. */
const EXACT_DIGITS = 15;

/** SQL for a number with `decimals` digits after the point. A number that SQLite would round is refused. */
function fractionOf(decimals: number, { sizes: [digits = 0] }: ForeignColumn): string {
  const factor = `1${'0'.repeat(decimals)}`;
  const number = `? / ${factor}.0`;
  return digits <= EXACT_DIGITS
    ? number
    : `case when cast(round(${number} * ${factor}) as integer) = ? then ${number} else json('too many digits') end`;
}

/** A column that declares no type that is known, such as one that a view computes. */
function byValues(name: string, { classes }: Facts): ServedColumn | LeftOut | undefined {
  if (classes.length === 0 || classes.includes('text')) return undefined;
  return classes.includes('real') ? floatOf(`json_quote(${name})`, NUMBER) : plain('bigint', name);
}

/** ISO 8601, seconds or milliseconds, if all values have the same of these forms. */
function momentOf(
  name: string,
  { classes, hasMisfits, hasOtherForms, most }: Facts,
): ServedColumn | undefined {
  if (hasMisfits || classes.length > 1 || classes.includes('real')) return undefined;
  if (classes.includes('integer'))
    return most < SECONDS_BELOW
      ? { make: 'dateTime', sql: `${name} * 1000`, back: '? / 1000', note: 'seconds since 1970' }
      : { make: 'dateTime', sql: name, back: AS_IT_IS, note: 'milliseconds since 1970' };
  const milliseconds = `cast(substr(strftime('%f', ${name}), 4) as integer)`;
  return {
    make: 'dateTime',
    sql: `cast(strftime('%s', ${name}) as integer) * 1000 + ${milliseconds}`,
    ...(!hasOtherForms && { back: `strftime('%Y-%m-%d %H:%M:%S', ? / 1000.0, 'unixepoch')` }),
  };
}

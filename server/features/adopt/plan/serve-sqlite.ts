import type { Facts } from './facts.ts';
import {
  BYTES,
  decimalOf,
  floatOf,
  type LeftOut,
  type ServeColumn,
  type ServedColumn,
  textOf,
} from './served-column.ts';
import { isDateType, isMomentType } from './sqlite-types.ts';

/** Numbers of seconds since 1970 stay below it until the year 5138; milliseconds have exceeded it since 1973. */
const SECONDS_BELOW = 1e11;

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
  const otherwise: ServedColumn = { ...asText, note: `text, as its values are not all of the type ${base}` };
  if (isDateType(base) && !hasMisfits) return { make: 'date', sql: name };
  if (isDateType(base) || isMomentType(base)) return momentOf(name, facts) ?? otherwise;
  if (/bool/.test(base)) return isOnly('integer') ? { make: 'boolean', sql: `${name} <> 0` } : otherwise;
  if (/int/.test(base)) return isOnly('integer') ? { make: 'bigint', sql: name } : otherwise;
  if (/dec|num/.test(base)) {
    if (!isOnly('integer', 'real')) return otherwise;
    const unscaled = (factor: string) => `cast(round(${name} * ${factor}) as integer)`;
    return hasMisfits ? floatOf(`json_quote(${name})`) : decimalOf(column, unscaled, `json_quote(${name})`);
  }
  if (/real|floa|doub/.test(base))
    return isOnly('integer', 'real') ? floatOf(`json_quote(${name})`) : otherwise;
  if (/char|clob|text/.test(base)) return textOf(column, `${name} collate binary`, facts);
  return byValues(name, facts) ?? asText;
};

/** A column that declares no type that is known, such as one that a view computes. */
function byValues(name: string, { classes }: Facts): ServedColumn | LeftOut | undefined {
  if (classes.length === 0 || classes.includes('text')) return undefined;
  return classes.includes('real') ? floatOf(`json_quote(${name})`) : { make: 'bigint', sql: name };
}

/** ISO 8601, seconds or milliseconds, if all values have the same of these forms. */
function momentOf(name: string, { classes, hasMisfits, most }: Facts): ServedColumn | undefined {
  if (hasMisfits || classes.length > 1 || classes.includes('real')) return undefined;
  if (classes.includes('integer'))
    return most < SECONDS_BELOW
      ? { make: 'dateTime', sql: `${name} * 1000`, note: 'seconds since 1970' }
      : { make: 'dateTime', sql: name, note: 'milliseconds since 1970' };
  const milliseconds = `cast(substr(strftime('%f', ${name}), 4) as integer)`;
  return { make: 'dateTime', sql: `cast(strftime('%s', ${name}) as integer) * 1000 + ${milliseconds}` };
}

import {
  AS_IT_IS,
  BYTES,
  decimalOf,
  floatOf,
  plain,
  type ServeColumn,
  textOf,
  unknownType,
} from './served-column.ts';

/** Compared by code points, as all texts of Quire are. */
const exactly = (sql: string) => `${sql}::text collate "C"`;

const MOMENT = 'to_timestamp(cast(? as bigint) / 1000.0)';

/** A column of PostgreSQL. Values without an equal here, such as `infinity`, become null. */
export const servePostgres: ServeColumn = (column, name, facts) => {
  const { base, words } = column;
  if (words) return textOf(column, exactly(name), facts);
  if (base.endsWith('[]')) return { make: 'json', sql: `to_json(${name})::text` };
  switch (base) {
    case 'smallint':
    case 'integer':
      return plain('integer', name);
    case 'bigint':
      return plain('bigint', name);
    case 'oid':
      return plain('bigint', `${name}::bigint`);
    case 'numeric': {
      const unscaled = (factor: string) => `(nullif(${name}, 'NaN') * ${factor})::bigint`;
      return decimalOf(column, unscaled, `to_json(${name})::text`, (unit) =>
        unit === '' ? AS_IT_IS : `cast(? as numeric) * ${unit}`,
      );
    }
    case 'money':
      return {
        make: 'decimal',
        options: { precision: 18, scale: 2 },
        sql: `(${name}::numeric * 100)::bigint`,
        back: 'cast(cast(? as numeric) * 0.01 as money)',
      };
    case 'real':
    case 'double precision':
      return floatOf(`to_json(${name})::text`, AS_IT_IS);
    case 'boolean':
      return plain('boolean', name);
    case 'date':
      return plain('date', whereFinite(name, `to_char(${name}, 'YYYY-MM-DD') collate "C"`));
    case 'timestamp with time zone':
    case 'timestamp without time zone':
      return {
        make: 'dateTime',
        sql: whereFinite(name, `floor(extract(epoch from ${name}) * 1000)::bigint`),
        back: base === 'timestamp with time zone' ? MOMENT : `${MOMENT} at time zone 'UTC'`,
      };
    case 'json':
    case 'jsonb':
      return plain('json', `${name}::text`);
    case 'text':
    case 'character varying':
    case 'character':
    case 'bpchar':
    case 'name':
    case 'citext':
    case 'uuid':
    case 'xml':
      return textOf(column, exactly(name), facts);
    case 'inet':
      return plain('text', `abbrev(${name}) collate "C"`, { max: 100 });
    case 'cidr':
    case 'macaddr':
    case 'interval':
    case 'time without time zone':
    case 'time with time zone':
      return plain('text', exactly(name), { max: 100 });
    case 'bytea':
      return BYTES;
    default:
      return unknownType(column);
  }
};

function whereFinite(name: string, sql: string): string {
  return `case when isfinite(${name}) then ${sql} end`;
}

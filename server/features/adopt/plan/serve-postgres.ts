import { BYTES, decimalOf, floatOf, type ServeColumn, textOf, unknownType } from './served-column.ts';

/** Compared by code points, as all texts of Quire are. */
const exactly = (sql: string) => `${sql}::text collate "C"`;

/** A column of PostgreSQL. Values without an equal here, such as `infinity`, become null. */
export const servePostgres: ServeColumn = (column, name, facts) => {
  const { base, words } = column;
  if (words) return textOf(column, exactly(name), facts);
  if (base.endsWith('[]')) return { make: 'json', sql: `to_json(${name})::text` };
  switch (base) {
    case 'smallint':
    case 'integer':
      return { make: 'integer', sql: name };
    case 'bigint':
      return { make: 'bigint', sql: name };
    case 'oid':
      return { make: 'bigint', sql: `${name}::bigint` };
    case 'numeric': {
      const unscaled = (factor: string) => `(nullif(${name}, 'NaN') * ${factor})::bigint`;
      return decimalOf(column, unscaled, `to_json(${name})::text`);
    }
    case 'money':
      return {
        make: 'decimal',
        options: { precision: 18, scale: 2 },
        sql: `(${name}::numeric * 100)::bigint`,
      };
    case 'real':
    case 'double precision':
      return floatOf(`to_json(${name})::text`);
    case 'boolean':
      return { make: 'boolean', sql: name };
    case 'date':
      return { make: 'date', sql: whereFinite(name, `to_char(${name}, 'YYYY-MM-DD') collate "C"`) };
    case 'timestamp with time zone':
    case 'timestamp without time zone':
      return {
        make: 'dateTime',
        sql: whereFinite(name, `floor(extract(epoch from ${name}) * 1000)::bigint`),
      };
    case 'json':
    case 'jsonb':
      return { make: 'json', sql: `${name}::text` };
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
      return { make: 'text', options: { max: 100 }, sql: `abbrev(${name}) collate "C"` };
    case 'cidr':
    case 'macaddr':
    case 'interval':
    case 'time without time zone':
    case 'time with time zone':
      return { make: 'text', options: { max: 100 }, sql: exactly(name) };
    case 'bytea':
      return BYTES;
    default:
      return unknownType(column);
  }
};

function whereFinite(name: string, sql: string): string {
  return `case when isfinite(${name}) then ${sql} end`;
}

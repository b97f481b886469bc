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
const exactly = (sql: string) => `convert(${sql} using utf8mb4) collate utf8mb4_bin`;

/** A column of MySQL or MariaDB. Dates of zeros, which are no days, become null. */
export const serveMysql: ServeColumn = (column, name, facts) => {
  const { base, type } = column;
  if (/^tinyint\(1\)/i.test(type)) return plain('boolean', `${name} <> 0`);
  switch (base.replace(/ (unsigned|zerofill)/g, '')) {
    case 'tinyint':
    case 'smallint':
    case 'mediumint':
    case 'int':
    case 'year':
      return plain('integer', name);
    case 'bigint':
      return plain('bigint', name);
    case 'bit':
      return /^bit\(1\)/i.test(type) ? plain('boolean', `${name} <> 0`) : plain('bigint', `${name} + 0`);
    case 'decimal': {
      const unscaled = (factor: string) => `cast(${name} * ${factor} as signed)`;
      return decimalOf(column, unscaled, `cast(${name} as char)`, (unit) =>
        unit === '' ? AS_IT_IS : `cast(? as decimal(20)) * ${unit}`,
      );
    }
    case 'float':
    case 'double':
      return floatOf(`cast(${name} as char)`, AS_IT_IS);
    case 'date':
      return plain('date', `nullif(date_format(${name}, '%Y-%m-%d'), '0000-00-00')`);
    case 'datetime':
      return {
        make: 'dateTime',
        sql: `timestampdiff(microsecond, '1970-01-01', ${name}) div 1000`,
        back: `timestampadd(microsecond, ? * 1000, '1970-01-01 00:00:00')`,
      };
    case 'timestamp': // the stored moment, whatever the time zone of the session
      return {
        make: 'dateTime',
        sql: `cast(floor(unix_timestamp(${name}) * 1000) as signed)`,
        back: `coalesce(from_unixtime(? / 1000), 'outside of the range')`, // which fails, where null would be stored
      };
    case 'json':
      return plain('json', `cast(${name} as char)`);
    case 'char':
    case 'varchar':
    case 'enum':
    case 'set':
      return textOf(column, exactly(name), facts);
    case 'tinytext':
    case 'text':
    case 'mediumtext':
    case 'longtext':
      return plain('longText', exactly(name));
    case 'time':
    case 'uuid':
    case 'inet4':
    case 'inet6':
      return plain('text', exactly(`cast(${name} as char)`), { max: 100 });
    case 'binary':
    case 'varbinary':
    case 'tinyblob':
    case 'blob':
    case 'mediumblob':
    case 'longblob':
      return BYTES;
    default:
      return unknownType(column);
  }
};

import { type Clauses, placesFor, type SearchSql, type Term } from '../search-sql.ts';

/**
 * InnoDB's full text index in boolean mode. With the prefix of four characters, no word is too short for the index or a stop
 * word, even with the server's default settings.
 */
export const searchSql: SearchSql = {
  create: (table) => [
    `create table if not exists "${table}" (id bigint primary key, tokens mediumtext character set ascii collate ascii_bin not null, fulltext key tokens (tokens)) engine = InnoDB`,
  ],
  clear: (table) => `delete from "${table}"`,
  put: (table, rows) => ({
    sql: `insert into "${table}" (id, tokens) values ${placesFor(rows.length, () => '(?, ?)')} on duplicate key update tokens = values(tokens)`,
    parameters: rows.flatMap(({ id, tokens }) => [id, tokens]),
  }),
  remove: (table, ids) => ({
    sql: `delete from "${table}" where id in (${placesFor(ids.length, () => '?')})`,
    parameters: ids,
  }),
  id: 'id',
  matches: (table) => [`match("${table}".tokens) against (`, ' in boolean mode)'],
  query: (wanted, others = []) => [allOf(wanted), ...others.map((one) => `-(${allOf(one)})`)].join(' '),
};

function allOf(clauses: Clauses): string {
  return clauses.map((terms) => `+(${terms.map(write).join(' ')})`).join(' ');
}

function write({ token, isPrefix }: Term): string {
  return isPrefix ? `${token}*` : token;
}

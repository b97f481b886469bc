import { type Clauses, placesFor, type SearchSql, type Term } from '../search-sql.ts';

/** Prefix lengths with an index, including the four characters of the field. */
const PREFIXES = '5 6 7 8';

/**
 * FTS5 (sqlite.org/fts5.html). Tokens need neither their texts nor their places again, so the table keeps neither: only which
 * rows hold them.
 */
export const searchSql: SearchSql = {
  create: (table) => [
    `create virtual table if not exists "${table}" using fts5(tokens, content='', contentless_delete=1, detail=none, prefix='${PREFIXES}', tokenize="ascii tokenchars '_'")`,
  ],
  clear: (table) => `insert into "${table}"("${table}") values ('delete-all')`,
  put: (table, rows) => ({
    sql: `insert or replace into "${table}"(rowid, tokens) values ${placesFor(rows.length, () => '(?, ?)')}`,
    parameters: rows.flatMap(({ id, tokens }) => [id, tokens]),
  }),
  remove: (table, ids) => ({
    sql: `delete from "${table}" where rowid in (${placesFor(ids.length, () => '?')})`,
    parameters: ids,
  }),
  id: 'rowid',
  matches: (table) => [`"${table}" match `, ''],
  query(wanted, others = []) {
    const all = allOf(wanted);
    return others.length === 0
      ? all
      : `(${all}) NOT (${others.map((one) => `(${allOf(one)})`).join(' OR ')})`;
  },
};

function allOf(clauses: Clauses): string {
  return clauses.map((terms) => `(${terms.map(write).join(' OR ')})`).join(' AND ');
}

function write({ token, isPrefix }: Term): string {
  return isPrefix ? `${token}*` : token;
}

import { type Clauses, placesFor, type SearchSql, type Term } from '../search-sql.ts';

/** Prefix lengths with an index, including the four characters of the field. */
const PREFIXES = '5 6 7 8';

/**
 * FTS5 merges many pages in one call by itself, and everything of a level once it holds too many parts: that holds the event
 * loop. So each write asks for a few pages of merging instead. The last setting only counts where none asks, as in a server of
 * an earlier version.
 */
const SETTINGS = { automerge: 0, usermerge: 8, crisismerge: 64 };
/** The pages that one step writes: some 4 ms at most. Fewer would not keep up with writes of many records. */
const MERGED_PAGES = 16;

/**
 * FTS5 (sqlite.org/fts5.html). Tokens need neither their texts nor their places again, so the table keeps neither: only which
 * rows hold them.
 */
export const searchSql: SearchSql = {
  create: (table) => [
    `create virtual table if not exists "${table}" using fts5(tokens, content='', contentless_delete=1, detail=none, prefix='${PREFIXES}', tokenize="ascii tokenchars '_'")`,
  ],
  settings: (table) =>
    Object.entries(SETTINGS).map(
      ([name, value]) =>
        `insert into "${table}"("${table}", rank) select '${name}', ${value} where not exists (select 1 from "${table}_config" where k = '${name}' and v = ${value})`,
    ),
  clear: (table) => `insert into "${table}"("${table}") values ('delete-all')`,
  put: (table, rows) => ({
    sql: `insert or replace into "${table}"(rowid, tokens) values ${placesFor(rows.length, () => '(?, ?)')}`,
    parameters: rows.flatMap(({ id, tokens }) => [id, tokens]),
  }),
  remove: (table, ids) => ({
    sql: `delete from "${table}" where rowid in (${placesFor(ids.length, () => '?')})`,
    parameters: ids,
  }),
  merge: (table) => ({
    sql: `insert into "${table}"("${table}", rank) values ('merge', ${MERGED_PAGES})`,
    parameters: [],
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

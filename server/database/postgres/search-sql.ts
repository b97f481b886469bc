import { type Clauses, placesFor, type SearchSql, type Term } from '../search-sql.ts';

/** Vectors of words with an index of its own (postgresql.org/docs/current/textsearch-indexes.html). No parser reads the tokens. */
export const searchSql: SearchSql = {
  create: (table) => [
    `create table if not exists "${table}" (id bigint primary key, tokens tsvector not null)`,
    `create index if not exists "${table}.tokens" on "${table}" using gin (tokens)`,
  ],
  clear: (table) => `delete from "${table}"`,
  put: (table, rows) => ({
    sql: `insert into "${table}" (id, tokens) values ${placesFor(rows.length, (index) => `($${2 * index + 1}, $${2 * index + 2}::tsvector)`)} on conflict (id) do update set tokens = excluded.tokens`,
    parameters: rows.flatMap(({ id, tokens }) => [id, tokens]),
  }),
  remove: (table, ids) => ({
    sql: `delete from "${table}" where id in (${placesFor(ids.length, (index) => `$${index + 1}`)})`,
    parameters: ids,
  }),
  id: 'id',
  matches: (table) => [`"${table}".tokens @@ `, '::tsquery'],
  query(wanted, others = []) {
    const all = allOf(wanted);
    return others.length === 0 ? all : `${all} & !(${others.map((one) => `(${allOf(one)})`).join(' | ')})`;
  },
};

function allOf(clauses: Clauses): string {
  return clauses.map((terms) => `(${terms.map(write).join(' | ')})`).join(' & ');
}

function write({ token, isPrefix }: Term): string {
  return isPrefix ? `${token}:*` : token;
}

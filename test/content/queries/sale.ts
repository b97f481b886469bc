import {
  anyOf,
  bigint,
  decimal,
  defineQuery,
  login,
  permission,
  recordsWhere,
  reference,
  text,
} from 'quire-cms';

/** What each author has sold; the small ones are for everybody who has signed in. */
export default defineQuery({
  name: 'sale',
  label: 'Sale',
  path: '/v1/sale',
  sql: `
    select a.id as id, a.id as author, a.name as name, count(b.id) as articles, coalesce(sum(b.price), 0) as total,
      a.address as address
    from author a left join article b on b.author = a.id and b.state = 'sold'
    group by a.id, a.name, a.address`,
  fields: {
    author: reference('author'),
    name: text({ max: 80, searchable: true }),
    articles: bigint(),
    total: decimal({ precision: 18, scale: 2 }),
    address: text({ max: 200, read: permission('Read addresses of sales') }),
  },
  access: { read: anyOf(permission('Read all sales', 'all'), recordsWhere(login, { articles: { lt: 2n } })) },
});

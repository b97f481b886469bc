import {
  anyOf,
  defineQuery,
  everyone,
  login,
  recordsWhere,
  reference,
  superAdministrator,
  text,
} from 'quire-cms';

/** Notes by their codes, each of which may follow another one. */
export default defineQuery({
  name: 'coded',
  label: 'Coded',
  path: '/v1/coded',
  id: 'text',
  sql: 'select code as id, title, follows from note',
  fields: {
    title: text({ max: 40, searchable: true }),
    follows: reference('coded', { read: login }),
  },
  access: { read: anyOf(superAdministrator, recordsWhere(everyone, { title: { ne: 'Hidden' } })) },
});

// Nothing here runs: the compiler checks it under `strict` alone, as an ordinary project has it.
import {
  anyOf,
  defineCollection,
  everyone,
  login,
  ownRecords,
  permission,
  recordsWhere,
  superAdministrator,
  text,
} from '../../server/definitions/index.ts';

export default defineCollection({
  name: 'thing',
  label: 'Thing',
  path: '/v1/thing',
  audit: 'full',
  fields: { title: text({ max: 20 }), phone: text({ max: 20, read: permission('See phones', 'phone') }) },
  access: {
    read: anyOf(ownRecords(login), permission('See all things', 'see')),
    create: anyOf(login, superAdministrator),
    update: anyOf(ownRecords(login), recordsWhere(everyone, { title: 'x' }), permission('Edit', 'edit')),
    delete: anyOf(ownRecords(permission('Delete own', 'own')), superAdministrator),
    history: ownRecords(login),
  },
});

import {
  decimal,
  defineCollection,
  everyone,
  login,
  permission,
  reference,
  references,
  superAdministrator,
  text,
} from 'quire-cms';

const ofSalaries = permission('See salaries', 'salaries');

/** Everybody's to read, but for what is only some people's. */
export default defineCollection({
  name: 'person',
  label: 'Person',
  path: '/v1/person',
  audit: 'full',
  fields: {
    name: text({ max: 40, required: true, searchable: true }),
    salary: decimal({ precision: 12, scale: 2, read: ofSalaries, write: permission('Change salaries') }),
    contract: text({ max: 40, unique: true, searchable: true, read: ofSalaries }),
    rank: text({ max: 40, default: 'none', write: superAdministrator }),
    pin: text({ max: 40, read: superAdministrator, write: login }),
    boss: reference('person', { read: ofSalaries }),
    deputies: references('person', { read: ofSalaries }),
  },
  access: {
    read: everyone,
    create: login,
    update: login,
    delete: login,
    history: login,
    trash: login,
    restore: login,
    purge: login,
  },
});

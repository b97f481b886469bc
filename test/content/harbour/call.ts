import {
  anyOf,
  choice,
  dateTime,
  decimal,
  defineCollection,
  login,
  ownRecords,
  permission,
  recordsWhere,
  reference,
} from 'quire-cms';

/** Records without a title that change only as long as they are open, and a group of fields that is unique. */
export default defineCollection({
  name: 'call',
  label: { en: 'Port call', zh: '靠港' },
  path: '/v1/call',
  audit: 'creation',
  fields: {
    ship: reference('ship', { required: true, onDelete: 'delete' }),
    berth: reference('berth', { required: true, onDelete: 'refuse' }),
    arrives: dateTime({ required: true }),
    dues: decimal({ precision: 10, scale: 2, write: permission('Set dues') }),
    state: choice(['open', 'closed'], { default: 'open' }),
  },
  unique: [['ship', 'arrives']],
  access: {
    read: anyOf(ownRecords(login), recordsWhere(login, { state: 'closed' }), permission('See all calls')),
    create: recordsWhere(login, { state: 'open' }),
    update: recordsWhere(login, (user) => ({ state: 'open', create_user_id: user.id })),
    delete: recordsWhere(login, { state: 'open' }),
  },
});

import { anyOf, date, defineCollection, login, permission, recordsWhere, reference } from 'quire-cms';

const plan = permission('Plan tours', 'edit');
const own = recordsWhere(login, (actor) => ({ driver: actor.id }));

export default defineCollection({
  name: 'tour',
  label: 'Tour',
  path: '/v1/tour',
  audit: 'full',
  fields: { driver: reference('user', { required: true }), day: date({ required: true }) },
  access: { read: anyOf(own, plan), create: plan, update: anyOf(own, plan), delete: plan },
});

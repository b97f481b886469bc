import { anyOf, defineRecord, file, login, permission, reference, rowsWhere } from 'quire-cms';

const plan = permission('Plan stops', 'edit');
const driver = rowsWhere(login, (actor) => ({ tour: { driver: actor.id } }));

/** Whoever drives the tour shows a picture, and a note for the office alone. */
export default defineRecord({
  name: 'stop',
  label: 'Stop',
  path: '/v1/stop',
  audit: 'full',
  fields: {
    tour: reference('tour', { required: true }),
    photo: file({ required: true, accept: ['image/*'] }),
    receipt: file({ required: true, accept: ['application/pdf'], private: true, read: plan }),
  },
  access: { read: anyOf(driver, plan), create: anyOf(driver, plan), update: driver, delete: plan },
});

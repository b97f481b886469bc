import { anyOf, defineCollection, file, login, permission, recordsWhere, reference } from 'quire-cms';

const plan = permission('Plan stops', 'edit');
const driver = recordsWhere(login, (actor) => ({ tour: { driver: actor.id } }));

/** A stop has a picture for everyone who drives the tour, and a note that only the office sees. */
export default defineCollection({
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

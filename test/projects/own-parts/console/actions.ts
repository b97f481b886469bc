import { defineAction, login, permission } from 'quire-cms/console';

export const blacken = defineAction({
  contract: 1,
  name: 'blacken',
  label: { en: 'Make black', zh: '变黑' },
  access: login,
  collections: ['shade'],
  async run({ client, ids, notify, refresh }) {
    for (const id of ids) await client.request('PATCH', `/v1/shade/${id}`, { body: { colour: '#000000' } });
    notify(`${ids.length} black`);
    await refresh();
  },
});
export const lose = defineAction({
  contract: 1,
  name: 'lose',
  label: 'Lose',
  access: permission('Edit shades', 'shade.edit'),
  collections: ['shade'],
  on: ['one'],
  confirm: 'Sure?',
  run: () => Promise.reject(new Error('it is lost')),
});

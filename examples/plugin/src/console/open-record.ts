import { type ConsolePart, defineAction, permission } from 'quire-cms/console';

/** A button on the page of a redirect: opens the record to which it leads. */
export const openRecord: ConsolePart = defineAction({
  contract: 1,
  name: 'open-record',
  label: { en: 'Open the record', zh: '打开记录' },
  access: permission({ en: 'See redirects', zh: '查看重定向' }, 'redirect.read'),
  collections: ['redirect'],
  on: ['one'],
  async run({ client, ids: [id], open }) {
    const { collection, record } = await client.request('GET', `/v1/redirect/${id}`);
    open(`/collections/${collection}/${record}`);
  },
});

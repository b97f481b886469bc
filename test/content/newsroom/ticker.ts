import { defineCollection, everyone, login, text } from 'quire-cms';

/** Lines of news without drafts, in each language of content. */
export default defineCollection({
  name: 'ticker',
  label: { en: 'Ticker', zh: '快讯' },
  path: '/v1/ticker',
  audit: 'full',
  fields: {
    line: text({
      max: 120,
      required: true,
      searchable: true,
      localised: true,
      label: { en: 'Line', zh: '内容' },
    }),
  },
  access: { read: everyone, create: login, update: login, delete: login, history: login },
});

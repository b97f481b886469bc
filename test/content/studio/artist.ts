import {
  choice,
  date,
  defineCollection,
  everyone,
  file,
  group,
  list,
  login,
  longText,
  richText,
  text,
  url,
} from 'quire-cms';

export default defineCollection({
  name: 'artist',
  label: { en: 'Artist', zh: '艺术家' },
  path: '/v1/artist',
  audit: 'full',
  fields: {
    name: text({ max: 80, required: true, searchable: true }),
    portrait: file({ accept: ['image/*'] }),
    born_on: date(),
    medium: choice(['painting', 'sculpture', 'print']),
    site: url(),
    life: longText({ default: '' }),
    talks: list(group({ about: richText(), speaker: richText(), notes: richText() })),
  },
  access: {
    ...{ read: everyone, create: login, update: login, delete: login },
    ...{ history: login, trash: login, restore: login },
  },
});

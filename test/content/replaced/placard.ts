import {
  blocks,
  defineCollection,
  everyone,
  file,
  group,
  login,
  ownRecords,
  permission,
  richText,
  text,
} from 'quire-cms';

/** Uses files in fields, inside blocks and in texts; everybody reads it, its creator changes it. */
export default defineCollection({
  name: 'placard',
  label: 'Placard',
  path: '/v1/placard',
  audit: 'full',
  fields: {
    title: text({ max: 40, default: '' }),
    image: file({ accept: ['image/*'] }),
    parts: blocks({
      picture: group({ words: text({ max: 20 }), image: file() }),
      prose: group({ body: richText() }),
    }),
    body: richText({ localised: true }),
    sketch: file({ read: permission('See sketches') }),
    seal: file({ write: permission('Seal placards', 'seal') }),
  },
  access: {
    ...{ read: everyone, create: login, update: ownRecords(login), delete: login },
    ...{ history: login, trash: login, restore: login },
  },
});

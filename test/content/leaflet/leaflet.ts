import {
  blocks,
  choice,
  defineCollection,
  everyone,
  file,
  files,
  group,
  list,
  login,
  longText,
  reference,
  references,
  text,
} from 'quire-cms';

/** A leaflet with a field of each kind, other than texts, that can be localised. */
export default defineCollection({
  name: 'leaflet',
  label: 'Leaflet',
  path: '/v1/leaflet',
  audit: 'full',
  fields: {
    code: text({ max: 20, required: true }),
    tone: choice(['formal', 'casual', 'plain'], { localised: true }),
    next: reference('leaflet', { localised: true, onDelete: 'detach' }),
    topics: references('subject', { localised: true, onDelete: 'detach' }),
    cover: file({ localised: true }),
    pictures: files({ localised: true }),
    office: group(
      { street: text({ max: 40, required: true }), chief: reference('subject') },
      { localised: true },
    ),
    links: list(text({ max: 60 }), { localised: true }),
    parts: blocks(
      {
        quote: group({ words: longText({ required: true }) }),
        hint: group({ subject: reference('subject'), tone: choice(['low', 'high']) }),
      },
      { localised: true },
    ),
  },
  access: { read: everyone, create: login, update: login, delete: login, history: login, restore: login },
});

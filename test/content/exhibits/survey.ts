import {
  boolean,
  choice,
  date,
  decimal,
  defineCollection,
  integer,
  login,
  longText,
  reference,
  richText,
  text,
} from 'quire-cms';

/** What stands in a field, by the last digit of its number. */
const KINDS = [
  () => text({ max: 100, default: '' }),
  () => integer(),
  () => longText({ default: '' }),
  () => boolean({ default: false }),
  () => choice(['one', 'two', 'three']),
  () => decimal({ precision: 10, scale: 2 }),
  () => date(),
  () => text({ max: 40, default: '' }),
  () => reference('keeper', { onDelete: 'detach' }),
  () => text({ max: 60, default: '' }),
] as const;

const answers = Array.from({ length: 197 }, (_, index) => {
  const make = KINDS[index % 10] ?? KINDS[0];
  return [`answer_${index + 1}`, make()];
});

// Two hundred fields, with relations and rich text among them.
export default defineCollection({
  name: 'survey',
  label: { en: 'Survey', zh: '调查' },
  path: '/v1/survey',
  audit: 'full',
  fields: {
    title: text({ max: 80, required: true }),
    about: richText({ default: '' }),
    remarks: richText({ format: 'markdown', default: '' }),
    ...Object.fromEntries(answers),
  },
  access: { read: login, create: login, update: login, delete: login },
});

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
  () => reference('entry'),
  () => text({ max: 60, default: '' }),
] as const;

const fields = Array.from({ length: 197 }, (_, index) => {
  const make = KINDS[index % KINDS.length] ?? KINDS[0];
  return [`field_${index + 1}`, make()];
});

// Two hundred fields, with relations and rich text among them.
export default defineCollection({
  name: 'form',
  label: 'Form',
  path: '/v1/form',
  audit: 'full',
  fields: {
    title: text({ max: 80, required: true }),
    about: richText({ default: '' }),
    remarks: richText({ format: 'markdown', default: '' }),
    ...Object.fromEntries(fields),
  },
  access: { read: login, create: login, update: login, delete: login },
});

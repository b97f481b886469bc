import { defineCollection, everyone, json, references, text } from 'quire-cms';

/** Names as long as they may be and values that hold names. */
export default defineCollection({
  name: 'a_collection_named_as_long_as_one_may_be',
  label: 'Names',
  path: '/v1/names',
  audit: 'full',
  fields: {
    title: text({ max: 40, searchable: true }),
    references_with_names_as_long_as_one_may: references('a_collection_named_as_long_as_one_may_be', {
      onDelete: 'detach',
    }),
    references_with_names_as_long_as_two_may: references('a_collection_named_as_long_as_one_may_be'),
    code: text({ max: 10, unique: true }),
    null: text({ max: 10 }),
    extra: json(),
  },
  access: { read: everyone, create: everyone, update: everyone, delete: everyone, history: everyone },
});

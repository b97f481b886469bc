import { type Definition, defineCollection } from '../define-collection.ts';
import { linkName } from '../derived/link-collection.ts';
import { bigint } from '../fields/bigint.ts';
import { longText } from '../fields/long-text.ts';
import { text } from '../fields/text.ts';
import { MAX_PATH } from './nested-index.ts';

/** The suffix of the index table, which no field name can have. */
const NAME = '_nested';

/** The name of the table that `nestedCollection` describes. */
export function nestedName(holder: string): string {
  return linkName(holder, NAME);
}

/**
 * The index of the values inside a collection's groups and lists: a record for each, by the path of its field. It answers filters
 * and finds the records that refer to a record; the values themselves are in the collection's own records. Undefined if it has no such
 * fields.
 */
export function nestedCollection(holder: Definition): Definition | undefined {
  if (!Object.values(holder.fields).some(({ nested }) => nested)) return undefined;
  const index = defineCollection({
    name: nestedName(holder.name),
    renamedFrom: holder.renamedFrom.map(nestedName),
    label: holder.label,
    audit: 'none',
    fields: {
      holder_id: bigint({ required: true }),
      path: text({ max: MAX_PATH, required: true }),
      number: bigint(),
      text: longText(),
    },
    indexes: [['path', 'number', 'holder_id'], ['holder_id']],
  });
  return { ...index, isIndex: true };
}

import { type Definition, defineRecord } from '../define-record.ts';
import { linkName } from '../derived/link-record.ts';
import { bigint } from '../fields/bigint.ts';
import { longText } from '../fields/long-text.ts';
import { text } from '../fields/text.ts';
import { MAX_PATH } from './nested-index.ts';

/** The suffix of the index table, which no field name can have. */
const NAME = '_nested';

/** The name of the table that `nestedRecord` describes. */
export function nestedName(holder: string): string {
  return linkName(holder, NAME);
}

/**
 * The index of the values inside a record's groups and lists: a row for each, by the path of its field. It answers filters
 * and finds the rows that refer to a row; the values themselves are in the record's own rows. Undefined if it has no such
 * fields.
 */
export function nestedRecord(holder: Definition): Definition | undefined {
  if (!Object.values(holder.fields).some(({ nested }) => nested)) return undefined;
  const index = defineRecord({
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

import type { ServedDescription } from '../../api/definitions.ts';

/** A name and perhaps an address or a colour. */
const MOST_FIELDS = 2;

/** Whether the records of a collection are little more than a word, as tags are. */
export function isTag({ fields, version, builtin }: ServedDescription): boolean {
  const own = fields.filter(({ filled, translates }) => !filled && translates === undefined);
  return (
    !builtin && version === undefined && own.length <= MOST_FIELDS && own.every(({ kind }) => kind !== 'file')
  );
}

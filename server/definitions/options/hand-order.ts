import type { Column } from '../../../contract/column.ts';
import { suggestion } from '../../shared/text/words.ts';
import type { Field, Fields } from '../field.ts';

/** The order that people make by hand of a collection's records. */
export interface HandOrder extends NonNullable<Field['position']> {
  /** The field that holds the positions. */
  readonly field: string;
}

const LISTED: ReadonlySet<Column['type']> = new Set(['bigint', 'string', 'integer', 'boolean', 'time']);

/** The order by hand that these fields describe. */
export function handOrderOf(fields: Fields): HandOrder | undefined {
  const [found] = Object.entries(fields).flatMap(([field, { position }]) =>
    position ? [{ field, ...position }] : [],
  );
  return found;
}

/** The columns of the index that an order by hand is read by. */
export function indexOfOrder({ field, within }: HandOrder): string[] {
  return within === undefined ? [field] : [within, field];
}

/** What contradicts an order by hand. */
export function problemsOfOrder({
  fields,
  drafts,
}: {
  readonly fields: Fields;
  readonly drafts?: true;
}): string[] {
  const positions = Object.entries(fields).filter(([, { position }]) => position);
  const [, second] = positions;
  return [
    ...(second ? [`field '${second[0]}': a collection has one position`] : []),
    ...positions.flatMap(([field, { position }]) => [
      ...(drafts ? [`field '${field}': a collection with drafts cannot have a position`] : []),
      ...problemsOfWithin(fields, position?.within).map((problem) => `field '${field}': ${problem}`),
    ]),
  ];
}

function problemsOfWithin(fields: Fields, within: string | undefined): string[] {
  if (within === undefined) return [];
  const usable = Object.keys(fields).filter((name) => isListed(fields, name));
  return usable.includes(within)
    ? []
    : [`within names '${within}', which is no field of one short value${suggestion(within, usable)}`];
}

function isListed(fields: Fields, name: string): boolean {
  const { column, secret, localised, position } = fields[name] ?? {};
  return column !== undefined && LISTED.has(column.type) && !secret && !localised && !position;
}

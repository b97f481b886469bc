import { MAX_SORT_COLUMNS } from '../../contract/limits.ts';
import type { Definition } from '../definitions/define-record.ts';
import type { Field } from '../definitions/field.ts';
import { badParameters } from '../errors.ts';
import { fieldNamed } from './names.ts';
import type { Rights } from './rights.ts';

/** Columns to sort by, in turn; the id always comes last, so that the order is total. Nothing is smaller than any value. */
export type Sort = readonly {
  readonly column: string;
  readonly descending: boolean;
  readonly nullable: boolean;
}[];

const UNSORTABLE: ReadonlySet<string> = new Set(['text', 'json', 'ids']);

/** Whether rows can be put in the order of a field. */
export function isSortable({ column }: Field): boolean {
  return !UNSORTABLE.has(column.type);
}

/** Reads `-create_time,title`. Throws naming what cannot be sorted by. */
export function readSort(definition: Definition, text: string, rights: Rights): Sort {
  const sort = readOrder(definition, text, rights, 'sort');
  if (sort.some(({ column }) => column === 'id')) return sort;
  return [...sort, { column: 'id', descending: sort[0]?.descending ?? false, nullable: false }];
}

/** Reads columns to order or to group rows by. Throws naming the parameter and what it cannot be. */
export function readOrder(
  definition: Definition,
  text: string,
  rights: Rights,
  parameter: 'sort' | 'group',
): Sort {
  const order = text
    .split(',')
    .filter((part) => part !== '')
    .map((part) => {
      const descending = part.startsWith('-');
      const column = descending ? part.slice(1) : part;
      const field = fieldNamed(definition, column, rights);
      if (!field || !isSortable(field)) throw badParameters({ [parameter]: `不能用 ${column.slice(0, 60)}` });
      return { column, descending, nullable: field.nullable };
    });
  if (new Set(order.map(({ column }) => column)).size < order.length || order.length > MAX_SORT_COLUMNS)
    throw badParameters({ [parameter]: '字段重复或过多' });
  return order;
}

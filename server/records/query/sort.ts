import { MAX_SORT_COLUMNS, MAX_SORTED_CHARACTERS } from '../../../contract/limits.ts';
import type { Definition } from '../../definitions/define-record.ts';
import type { Field } from '../../definitions/field.ts';
import { badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import type { Rights } from '../rights.ts';
import { fieldNamed } from './names.ts';

/** Columns to sort by, in turn. The id comes last and makes the order total. Null sorts before any value. */
export type Sort = readonly {
  readonly column: string;
  readonly descending: boolean;
  readonly nullable: boolean;
}[];

/** The same order from its end to its beginning. */
export function reversed(sort: Sort): Sort {
  return sort.map((part) => ({ ...part, descending: !part.descending }));
}

const UNSORTABLE: ReadonlySet<string> = new Set(['text', 'json', 'ids']);

/** Whether rows can be sorted by a field. */
export function isSortable({ column }: Field): boolean {
  return column.type === 'string' ? column.length <= MAX_SORTED_CHARACTERS : !UNSORTABLE.has(column.type);
}

/** Reads `-create_time,title`. Throws naming a field that cannot be sorted by. */
export function readSort(definition: Definition, text: string, rights: Rights): Sort {
  const sort = readOrder(definition, text, rights, 'sort');
  if (sort.some(({ column }) => column === 'id')) return sort;
  return [...sort, { column: 'id', descending: sort[0]?.descending ?? false, nullable: false }];
}

/** Reads columns to sort or group by. Throws naming the parameter and the unusable column. */
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
      if (!field || !isSortable(field))
        throw badParameters({ [parameter]: message('notSortable', { name: column.slice(0, 60) }) });
      return { column, descending, nullable: field.nullable };
    });
  if (new Set(order.map(({ column }) => column)).size < order.length || order.length > MAX_SORT_COLUMNS)
    throw badParameters({ [parameter]: message('repeatedOrTooMany') });
  return order;
}

import type { Column } from '../../../contract/column.ts';
import { MAX_SORT_COLUMNS } from '../../../contract/limits.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import { badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import type { Rights } from '../rights.ts';
import { requireNoPoint } from './conditions/near.ts';
import { fieldNamed, nearestName } from './names.ts';
import type { Paths } from './paths.ts';
import { localisedColumn, type RequestedLocales } from './requested-locales.ts';
import { isSortable } from './sortable.ts';

/** Columns to sort by, in turn. The id comes last and makes the order total. Null sorts before any value. */
export type Sort = readonly {
  readonly column: string;
  /** The type of the column. */
  readonly kind: Column;
  readonly descending: boolean;
  readonly nullable: boolean;
  /** The columns whose first value that is not null is meant, for a field that is read in a language with fallbacks. */
  readonly sources?: readonly string[];
}[];

/** Sorts by the id alone. */
export const byId: Sort = [{ column: 'id', kind: { type: 'bigint' }, descending: false, nullable: false }];

/** The same order from its end to its beginning. */
export function reversed(sort: Sort): Sort {
  return sort.map((part) => ({ ...part, descending: !part.descending }));
}

/** Reads `-create_time,title`. Throws naming a field that cannot be sorted by. */
export function readSort(ordered: Ordered, text: string): Sort {
  const sort = readOrder(ordered, text, 'sort');
  if (sort.some(({ column }) => column === 'id')) return sort;
  return [...sort, ...byId.map((last) => ({ ...last, descending: sort[0]?.descending ?? false }))];
}

/** The context of an order. Its names may lead through references only with `paths`. */
interface Ordered {
  readonly definition: Definition;
  readonly rights: Rights;
  readonly paths?: Paths | undefined;
  readonly locales?: RequestedLocales | undefined;
}

/** Reads columns to sort or group by. Throws naming the parameter and the unusable column. */
export function readOrder(
  { definition, rights, paths, locales }: Ordered,
  text: string,
  parameter: 'sort' | 'group',
): Sort {
  const order = text
    .split(',')
    .filter((part) => part !== '')
    .map((part) => {
      const descending = part.startsWith('-');
      const name = descending ? part.slice(1) : part;
      const path = paths?.find(name);
      if (path) return { column: path.column, kind: path.kind, descending, nullable: path.nullable };
      requireNoPoint(definition, name, parameter);
      const localised = localisedColumn(definition, name, locales);
      const field = fieldNamed(definition, localised.column, rights);
      if (!field || !isSortable(field))
        throw badParameters({
          [parameter]: message('notSortable', {
            name: name.slice(0, 60),
            near: field ? '' : nearestName(definition, name, rights),
          }),
        });
      return { ...localised, kind: field.column, descending, nullable: field.nullable };
    });
  if (new Set(order.map(({ column }) => column)).size < order.length || order.length > MAX_SORT_COLUMNS)
    throw badParameters({ [parameter]: message('repeatedOrTooMany') });
  return order;
}

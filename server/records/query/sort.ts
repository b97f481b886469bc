import type { Column } from '../../../contract/column.ts';
import { MAX_SORT_COLUMNS } from '../../../contract/limits.ts';
import { type Definition, orderColumn, sortKeyColumn } from '../../definitions/for-server.ts';
import { badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import type { Rights } from '../rights.ts';
import { requireNoPoint } from './conditions/near.ts';
import { fieldNamed, nearestName } from './names.ts';
import type { Path, Paths } from './paths.ts';
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
  const kind = ordered.definition.columns.id ?? { type: 'bigint' };
  return [...sort, ...byId.map((last) => ({ ...last, kind, descending: sort[0]?.descending ?? false }))];
}

/** The context of an order. Its names may lead through references only with `paths`. */
interface Ordered {
  readonly definition: Definition;
  readonly rights: Rights;
  readonly paths?: Paths | undefined;
  readonly locales?: RequestedLocales | undefined;
}

/** Behind the name of a collated text: its order by code point. */
const EXACT = '.exact';

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
      const isCollated = parameter === 'sort';
      const path = paths?.find(name, isCollated) ?? (isCollated ? exactPath(paths, name) : undefined);
      if (path) return { column: path.column, kind: path.kind, descending, nullable: path.nullable };
      requireNoPoint(definition, name, parameter);
      const exact = isCollated ? exactOf(name) : undefined;
      const isExact = exact !== undefined && definition.fields[exact]?.collation !== undefined;
      const localised = localisedColumn(definition, isExact ? exact : name, locales);
      const field = fieldNamed(definition, localised.column, rights);
      if (!field || !isSortable(field))
        throw badParameters({
          [parameter]: message('notSortable', {
            name: name.slice(0, 60),
            near: field ? '' : nearestName(definition, name, rights),
          }),
        });
      const plain = { ...localised, kind: field.column, descending, nullable: field.nullable };
      return isCollated && !isExact ? byKey(definition, plain) : plain;
    });
  if (new Set(order.map(({ column }) => column)).size < order.length || order.length > MAX_SORT_COLUMNS)
    throw badParameters({ [parameter]: message('repeatedOrTooMany') });
  return order;
}

/** The order of a text by its sort key, if it has one. */
function byKey(definition: Definition, part: Sort[number]): Sort[number] {
  const column = orderColumn(definition, part.column);
  if (column === part.column) return part;
  const sources = part.sources?.map((source) => orderColumn(definition, source));
  return { ...part, column, kind: sortKeyColumn, ...(sources && { sources }) };
}

/** The text that `title.exact` names. */
function exactOf(name: string): string | undefined {
  return name.endsWith(EXACT) ? name.slice(0, -EXACT.length) : undefined;
}

/** `author.name.exact`, where the text is collated. */
function exactPath(paths: Paths | undefined, name: string): Path | undefined {
  const exact = exactOf(name);
  const path = exact === undefined ? undefined : paths?.find(exact);
  return path && paths?.fieldOf(path.column)?.collation !== undefined ? path : undefined;
}

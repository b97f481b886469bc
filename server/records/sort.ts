import type { Definition } from '../definitions/define-record.ts';
import { badParameters } from '../errors.ts';

/** Columns to sort by, in turn; the id always comes last, so that the order is total. */
export type Sort = readonly { readonly column: string; readonly descending: boolean }[];

const UNSORTABLE: ReadonlySet<string> = new Set(['text', 'json']);
const TIMES = new Set(['create_time', 'update_time']);

/** Reads `-create_time,title`. Throws naming what cannot be sorted by. */
export function readSort(definition: Definition, text = ''): Sort {
  const sort = text.split(',').flatMap((part) => {
    const descending = part.startsWith('-');
    const column = descending ? part.slice(1) : part;
    return column === '' ? [] : { column, descending };
  });
  const refused = sort.find(({ column }) => !isSortable(definition, column));
  if (refused) throw badParameters({ sort: `不能按 ${refused.column.slice(0, 60)} 排序` });
  if (new Set(sort.map(({ column }) => column)).size < sort.length || sort.length > 4) {
    throw badParameters({ sort: '字段重复或过多' });
  }
  return sort.some(({ column }) => column === 'id')
    ? sort
    : [...sort, { column: 'id', descending: sort[0]?.descending ?? false }];
}

function isSortable({ fields, columns }: Definition, name: string): boolean {
  if (name === 'id') return true;
  if (TIMES.has(name)) return name in columns;
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return field !== undefined && !field.nullable && !field.secret && !UNSORTABLE.has(field.column.type);
}

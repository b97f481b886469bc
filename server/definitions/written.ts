import type { Definition } from './define-collection.ts';
import { hasTextIds } from './text-ids.ts';
import type { WrittenUse } from './types/query-source.ts';

/** Whether records can be created, changed or deleted at all: those of a query as its `writes` and its rules say. */
export function takes({ sql, writes }: Pick<Definition, 'sql' | 'writes'>, use: WrittenUse): boolean {
  return sql === undefined || writes?.uses.includes(use) === true;
}

/** Whether records can be written in some way. */
export function isWritten({ sql, writes }: Pick<Definition, 'sql' | 'writes'>): boolean {
  return sql === undefined || (writes !== undefined && writes.uses.length > 0);
}

/** Whether the feed can tell of changes, which names records by numbers: of queries it tells what is written here. */
export function canTellChanges(definition: Pick<Definition, 'sql' | 'writes' | 'columns'>): boolean {
  return definition.sql === undefined || (isWritten(definition) && !hasTextIds(definition));
}

import type { Definition } from '../definitions/define-collection.ts';
import type { AggregateRequest } from '../records/lists/aggregate.ts';
import type { ListRequest } from '../records/lists/list-plan.ts';
import { MINE } from '../records/query/conditions/mine.ts';

/** The parts of a read that can reach other collections, or ask what the caller may do. */
export type ReadOptions = Pick<ListRequest, 'filter' | 'expand' | 'can' | 'sort' | 'fields'> &
  Pick<AggregateRequest, 'group' | 'select'>;

/** Whether the answer to a read that everybody may make can still depend on who makes it. */
export function mayDependOnActor({ readRules }: Definition, options: ReadOptions): boolean {
  const { filter, expand, can, sort, fields, group, select } = options;
  if (readRules.size > 0 || [filter, expand, can].some((part) => part !== undefined)) return true;
  return [sort, fields, group, select].some((names) => names?.includes('.')) || !!fields?.includes(MINE);
}

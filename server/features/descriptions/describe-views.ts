import { isPlainObject } from '../../definitions/checks/options.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import { serverFields } from '../../definitions/options/presentation.ts';
import { treeOf } from '../../definitions/options/tree.ts';
import { type DeclaredView, sortedBy } from '../../definitions/options/views.ts';
import type { Where } from '../../definitions/types/where.ts';
import { render } from '../../messages/message.ts';
import { type FilterTree, toTree } from '../../records/index.ts';
import type { DescribeContext, SeenCollection } from './describe-field.ts';

/** The views that a collection declares, as far as the caller may read the fields by which they lay out, sort and filter. */
export function describeViews(definition: Definition, context: DescribeContext): object {
  const { allowed, language, find } = context;
  const here: SeenCollection = { definition, allowed };
  if (allowed.uses.read === undefined) return {};
  const views = Object.entries(definition.presentation.views ?? {})
    .filter(([, view]) => isShown(view, here, find))
    .map(([name, { label, isFirst, kind = 'table', columns = [], filter, ...others }]) => {
      const readable = columns.filter((one) => isReadable(one, here));
      return {
        ...others,
        name,
        label: render(label, language),
        kind,
        ...(isFirst && { is_first: isFirst }),
        ...(filter && { filter: toTree(filter as Where) }),
        ...(readable.length > 0 && { columns: readable }),
      };
    });
  return views.length === 0 ? {} : { views };
}

type Find = DescribeContext['find'];

function isShown(view: DeclaredView, here: SeenCollection, find: Find): boolean {
  const { kind, by = [], filter } = view;
  const tree = kind === 'tree' ? (treeOf(here.definition.fields) ?? []) : [];
  return (
    [by, tree, sortedBy(view)].flat().every((name) => isReadable(name, here)) &&
    (filter === undefined || isReadableFilter(toTree(filter as Where), here, find))
  );
}

function isReadable(name: string, { definition, allowed }: SeenCollection): boolean {
  const filled: readonly string[] = definition.shown ? ['id'] : serverFields(definition.audit);
  return allowed.uses.read !== undefined && (allowed.shown.includes(name) || filled.includes(name));
}

/** Whether the caller may read each field of a filter, also those of the collections that references lead to. */
function isReadableFilter(tree: FilterTree, here: SeenCollection, find: Find): boolean {
  return Object.entries(tree).every(([name, part]: [string, FilterTree]) => {
    if (Array.isArray(part)) return part.every((one) => isReadableFilter(one, here, find));
    if (!isReadable(name, here)) return false;
    const behind = Object.entries(part).filter(([, inner]) => isPlainObject(inner)); // the others are compared with values
    if (behind.length === 0) return true;
    const target = here.definition.fields[name]?.target;
    const there = target === undefined ? undefined : find(target);
    return there !== undefined && isReadableFilter(Object.fromEntries(behind), there, find);
  });
}

import type { Point } from '../../../shared/globe.ts';
import type { FilterTree } from './filter-tree.ts';
import { nearIn } from './near.ts';

/** The place that a list measures distances from: that of the condition `near` on this field, which every record must meet. */
export function originIn(filter: FilterTree | undefined, name: string): Point | undefined {
  if (typeof filter !== 'object' || Array.isArray(filter)) return undefined;
  const { [name]: own, and } = filter as Readonly<Record<string, FilterTree>>;
  const near =
    typeof own === 'object' && !Array.isArray(own) ? (own as Record<string, unknown>).near : undefined;
  if (near !== undefined) return nearIn(near, `filter.${name}.near`).point;
  if (!Array.isArray(and)) return undefined;
  return and.map((part) => originIn(part, name)).find((point) => point !== undefined);
}

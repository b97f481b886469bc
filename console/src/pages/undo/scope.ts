import type { LocationQuery } from 'vue-router';
import type { UndoScope } from '../../api/tasks/undo.ts';

/** What an undo may be of, beside a period: one request or task, or what an app did since its person let it in. */
export const ONES = ['request', 'import', 'bulk', 'undo', 'key'] as const;

/** Reads the undo scope from an address; undefined without one. */
export function scopeIn(query: LocationQuery): UndoScope | undefined {
  const text = (name: string) => {
    const value = query[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const collection = text('collection');
  const collections = collection === undefined ? {} : { collections: [collection] };
  for (const name of ONES) {
    const value = text(name);
    if (value !== undefined) return { [name]: value, ...collections };
  }
  const since = timeIn(text('since'));
  if (since === undefined) return undefined;
  const [until, user] = [timeIn(text('until')), text('user')];
  return {
    since,
    ...(until !== undefined && { until }),
    ...(user !== undefined && { user }),
    ...collections,
  };
}

function timeIn(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

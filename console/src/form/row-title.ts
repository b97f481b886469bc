import type { Values } from './row-merge.ts';

/** What people call a row. */
export function titleIn({ title_field }: { readonly title_field: string }, values: Values): string {
  const title = values[title_field];
  return typeof title === 'string' ? title : '';
}

import type { Raw } from '../../../database/engine.ts';
import type { Definition } from '../../../definitions/define-collection.ts';
import type { Field } from '../../../definitions/field.ts';
import { removedFromHtml } from '../../../definitions/fields/cleaning/clean-html.ts';
import { leafValues, leavesOf } from '../../../definitions/nested/leaves.ts';

/** The most names of tags and attributes that are told of a field. */
const MOST_NAMED = 10;

/** The names of tags and attributes that were removed from HTML, by field. */
export type RemovedHtml = Readonly<Record<string, readonly string[]>>;

/** What is removed from the HTML of these values, by column, when they are stored; undefined if nothing is. */
export function removedHtmlIn(definition: Definition, values: Raw): RemovedHtml | undefined {
  const removed = Object.entries(values).flatMap(([name, value]) => {
    const names = new Set(textsIn(definition, name, value).flatMap(removedFromHtml));
    return names.size > 0 ? [[name, [...names].slice(0, MOST_NAMED)] as const] : [];
  });
  return removed.length > 0 ? Object.fromEntries(removed) : undefined;
}

/** The names that were removed from all records, each once, as many as are told of a field. */
export function namesOfRemoved(removed: readonly (RemovedHtml | undefined)[]): string[] {
  return [...new Set(removed.flatMap((one) => Object.values(one ?? {}).flat()))].slice(0, MOST_NAMED);
}

/** The HTML of a rich text, also inside another field. */
function textsIn(definition: Definition, name: string, value: unknown): string[] {
  const field = Object.hasOwn(definition.fields, name) ? definition.fields[name] : undefined;
  if (!field || !leavesOf(name, field).some((leaf) => isHtml(leaf.field))) return [];
  return [...leafValues(name, field, value)].flatMap((leaf) =>
    isHtml(leaf.field) && typeof leaf.value === 'string' ? leaf.value : [],
  );
}

function isHtml({ format }: Field): boolean {
  return format === 'html';
}

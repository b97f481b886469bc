import { WriteResult } from '../../access/write-result.ts';
import type { Raw } from '../../database/engine.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import type { Field } from '../../definitions/field.ts';
import { removedFromHtml } from '../../definitions/fields/cleaning/clean-html.ts';
import { leafValues, leavesOf } from '../../definitions/nested/leaves.ts';
import { message } from '../../messages/message.ts';

/** The most names of tags and attributes that an answer tells. */
const MOST_NAMED = 10;

/** The result of a write that took these values, with what was removed from their HTML in its words. */
export function tellingRemoved(definition: Definition, sent: Raw, result: WriteResult): WriteResult {
  const names = new Set(textsIn(definition, sent).flatMap(removedFromHtml));
  if (names.size === 0) return result;
  const { status, code, text } = result;
  const told = message('htmlRemoved', { text, names: [...names].slice(0, MOST_NAMED) });
  return new WriteResult({ status, code, text: told }, result);
}

/** The HTML of rich texts, also inside other fields. */
function textsIn(definition: Definition, sent: Raw): string[] {
  return Object.entries(sent).flatMap(([name, value]) => {
    const field = Object.hasOwn(definition.fields, name) ? definition.fields[name] : undefined;
    if (!field || !leavesOf(name, field).some((leaf) => isHtml(leaf.field))) return [];
    return [...leafValues(name, field, value)].flatMap((leaf) =>
      isHtml(leaf.field) && typeof leaf.value === 'string' ? leaf.value : [],
    );
  });
}

function isHtml({ format }: Field): boolean {
  return format === 'html';
}

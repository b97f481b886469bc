import type { Column, Shape } from '../../contract/column.ts';
import type { Definition } from './define-collection.ts';
import type { Field, Fields } from './field.ts';
import { text } from './fields/text.ts';

/** The most characters of an id that is a text: an address has room for it, and a cursor. */
const LONGEST_ID = 200;

/** The id of a query whose ids are texts, as requests name it. */
export const textId: Field = text({ max: LONGEST_ID, required: true });

const TEXT_ID: Column = textId.column;

/** The columns of a query whose ids are texts. */
export function withTextId(columns: Shape): Shape {
  return { ...columns, id: TEXT_ID };
}

/** Whether the ids of a collection are texts. */
export function hasTextIds({ columns }: Pick<Definition, 'columns'>): boolean {
  return columns.id?.type === 'string';
}

/** Reads an id from a path; undefined if it cannot be one. */
export function readTextId(id: string | undefined): string | undefined {
  if (id === undefined || id === '' || [...id].length > LONGEST_ID) return undefined;
  return id.isWellFormed() && !id.includes('\0') ? id : undefined;
}

/** An id as a part of a path; undefined if it cannot be one: `..` would lead to another route, even percent-encoded. */
export function textIdInPath(id: unknown): string | undefined {
  const text = typeof id === 'string' ? readTextId(id) : undefined;
  return text === undefined || text === '.' || text === '..' ? undefined : encodeURIComponent(text);
}

/** A definition whose references to queries with text ids hold texts. */
export function withTextReferences<D extends Definition>(
  definition: D,
  isText: (name: string) => boolean,
): D {
  const held = Object.entries(definition.fields).filter(
    ([, { target }]) => target !== undefined && isText(target),
  );
  if (held.length === 0) return definition;
  const fields: Fields = Object.fromEntries(held.map(([name, field]) => [name, holdingText(field)]));
  const columns: Shape = Object.fromEntries(held.map(([name]) => [name, TEXT_ID]));
  return {
    ...definition,
    fields: { ...definition.fields, ...fields },
    columns: { ...definition.columns, ...columns },
  };
}

/** The same reference with what a text brings for its values. */
function holdingText(reference: Field): Field {
  const { column, input, output, clean, compared } = text({ max: LONGEST_ID });
  return { ...reference, column, input, output, clean, ...(compared && { compared }) };
}

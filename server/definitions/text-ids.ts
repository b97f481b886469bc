import type { Column, Shape } from '../../contract/column.ts';
import { comparedText } from './conversion/compared.ts';
import type { Definition } from './define-collection.ts';
import type { Field, Fields } from './field.ts';
import { text } from './fields/text.ts';

/** The most characters of an id that is a text: an address has room for it, and a cursor. */
const LONGEST_ID = 200;

/** The id of a query whose ids are texts, as requests name it. */
export const textId: Field = { ...text({ max: LONGEST_ID, required: true }), compared: comparedText };

/** The columns of ids that are texts, by the option `id` of a query. */
const TEXT_IDS: Readonly<Record<'text' | 'uuid', Column>> = {
  text: textId.column,
  uuid: { type: 'string', length: LONGEST_ID, isUuid: true },
};

/** The columns of a query whose ids are texts. */
export function withTextId(columns: Shape, form: keyof typeof TEXT_IDS): Shape {
  return { ...columns, id: TEXT_IDS[form] };
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
  textIdOf: (name: string) => Column | undefined,
): D {
  const held = Object.entries(definition.fields).flatMap(([name, field]) => {
    const column = field.target === undefined ? undefined : textIdOf(field.target);
    return column ? [[name, field, column] as const] : [];
  });
  if (held.length === 0) return definition;
  const fields: Fields = Object.fromEntries(
    held.map(([name, field, column]) => [name, holdingText(field, column)]),
  );
  const columns: Shape = Object.fromEntries(held.map(([name, , column]) => [name, column]));
  return {
    ...definition,
    fields: { ...definition.fields, ...fields },
    columns: { ...definition.columns, ...columns },
  };
}

/** The same reference with what a text brings for its values. */
function holdingText(reference: Field, column: Column): Field {
  const { input, output, clean } = text({ max: LONGEST_ID });
  return { ...reference, column, input, output, clean, compared: comparedText };
}

/** Stands between the values that make an id of several. Addresses hold it as it is. */
const BETWEEN = '~';
/** What values hold percent-encoded there: `%` first, and the comma that lists of ids are split by. */
const ENCODED = ['%', BETWEEN, ','].map((character) => [character, encodedCharacter(character)] as const);

function encodedCharacter(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** The SQL of an id that is made of the values of several columns; of texts, each given as SQL. Null if one of them is. */
export function idOfSeveral(texts: readonly string[]): string {
  const encoded = texts.map((text) =>
    ENCODED.reduce((sql, [character, code]) => `replace(${sql}, '${character}', '${code}')`, text),
  );
  return encoded.join(` || '${BETWEEN}' || `);
}

/** The values of which an id is made; undefined if no record can have it. */
export function valuesOfId(id: string, { length }: readonly string[]): readonly string[] | undefined {
  const values = id.split(BETWEEN);
  if (values.length !== length) return undefined;
  return values.map((value) =>
    ENCODED.toReversed().reduce((text, [character, code]) => text.replaceAll(code, character), value),
  );
}

import type { JsonSchema, Properties } from '../../../contract/json-schema.ts';
import { MAX_LIST_SIZE } from '../../../contract/limits.ts';
import type { Form } from './dialect.ts';

interface Page {
  readonly items: readonly unknown[];
}

/** A page as the array of its items. */
export const bareArray: Form = {
  schema: (page) => propertiesOf(page).items ?? {},
  value: (page) => (page as Page).items,
};

/** The same, with as many records as a list may hold unless the request sets `count`. */
export const bareList: Form = { ...bareArray, query: { count: MAX_LIST_SIZE, isWhole: true } };

/** The log, for clients that show its messages as HTML. */
export const escapedLog: Form = {
  schema: (page) => page,
  value: (answer) => {
    const { items, ...page } = answer as { items: readonly { message: string }[] };
    const escaped = items.map((record) => ({ ...record, message: escapeHtml(record.message) }));
    return { ...page, items: escaped, collection: escaped };
  },
};

/** The schema of a page without the words of the oldest clients of Lin CMS, which say the same once more. */
export function inNewWords(answer: JsonSchema): JsonSchema {
  const { items, collection } = (answer.properties ?? {}) as Properties;
  return items && collection ? ['collection', 'total_nums'].reduce(withoutProperty, answer) : answer;
}

/** The schema of an object with these properties as well. */
export function withProperties(schema: JsonSchema, more: Properties): JsonSchema {
  return { ...schema, properties: { ...propertiesOf(schema), ...more } };
}

/** The schema of an object without one of its properties. */
export function withoutProperty(schema: JsonSchema, name: string): JsonSchema {
  const { [name]: _, ...properties } = propertiesOf(schema);
  const required = (schema.required as readonly string[]).filter((one) => one !== name);
  return { ...schema, required, properties };
}

function propertiesOf(schema: JsonSchema): Properties {
  return schema.properties as Properties;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

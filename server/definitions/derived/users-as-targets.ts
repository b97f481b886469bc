import type { Definition } from '../define-collection.ts';
import type { Field, Fields, NestedFields } from '../field.ts';
import { setSameFile } from '../origin.ts';

/** The collection of users. */
export const USER = 'quire_user';
/** What definitions call it. */
export const WORD = 'user';

/** Definitions whose references to `user` mean the server's users, unless one of them has that name. */
export function withUsers(definitions: readonly Definition[]): Definition[] {
  if (definitions.some(({ name }) => name === WORD)) return [...definitions];
  return definitions.map((definition) => {
    const fields = inFields(definition.fields);
    if (fields === definition.fields) return definition;
    const led = { ...definition, fields };
    setSameFile(led, definition);
    return led;
  });
}

/** The same fields if none of them refers to users. */
function inFields(fields: Fields): Fields {
  const entries = Object.entries(fields).map(([name, field]) => [name, inField(field)] as const);
  return entries.some(([name, field]) => field !== fields[name]) ? Object.fromEntries(entries) : fields;
}

function inField(field: Field): Field {
  if (field.target === WORD) return { ...field, target: USER, showsUsers: true };
  const nested = field.nested && inNested(field.nested);
  return nested === undefined || nested === field.nested ? field : { ...field, nested };
}

function inNested(nested: NestedFields): NestedFields {
  switch (nested.form) {
    case 'group': {
      const members = inFields(nested.members);
      return members === nested.members ? nested : { ...nested, members };
    }
    case 'list': {
      const items = inField(nested.items);
      return items === nested.items ? nested : { ...nested, items };
    }
    case 'blocks': {
      const entries = Object.entries(nested.groups).map(([type, group]) => [type, inFields(group)] as const);
      const isSame = entries.every(([type, group]) => group === nested.groups[type]);
      return isSame ? nested : { ...nested, groups: Object.fromEntries(entries) };
    }
  }
}

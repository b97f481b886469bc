import { Type } from '../../../contract/json-schema.ts';
import type { ServedDefinition } from '../define-collection.ts';
import type { Field, Fields } from '../field.ts';
import { setSameFile } from '../origin.ts';
import { partsOfFields } from '../parts-of-fields.ts';
import { DRAFT_FIELDS, draftName } from './draft-fields.ts';

/**
 * The collection that holds the drafts of a collection: the same fields, none of them required, and the server's fields of drafts. Only
 * those whom the rule `drafts` admits may read it. References to collections for which `isDrafted` is true lead from draft to
 * draft.
 */
export function draftCollection(
  published: ServedDefinition,
  isDrafted: (collection: string) => boolean,
): ServedDefinition {
  const own = Object.entries(published.fields).map(
    ([name, field]) => [name, drafted(field, isDrafted)] as const,
  );
  const fields: Fields = { ...Object.fromEntries(own), ...DRAFT_FIELDS };
  const { hasDrafts: _, draftHooks: hooks, ...rest } = published;
  const definition: ServedDefinition = {
    ...rest,
    name: draftName(published.name),
    renamedFrom: published.renamedFrom.map(draftName),
    draftOf: published.name,
    filled: new Set(Object.keys(DRAFT_FIELDS)),
    ...partsOfFields(fields, 'full'),
    indexes: [...published.indexes, ['publication'], ['publish_time'], ['unpublish_time']],
    access: { ...published.access, read: published.access.drafts },
    hooks,
    samples: [],
  };
  setSameFile(definition, published);
  return definition;
}

function drafted(field: Field, isDrafted: (collection: string) => boolean): Field {
  const { required, target, made } = field;
  const waits = made !== undefined; // for the text that it is made from
  return {
    ...field,
    ...((required || waits) && {
      required: false,
      nullable: true,
      input: Type.Nullable(field.input),
      output: Type.Nullable(field.output),
    }),
    ...(target !== undefined && isDrafted(target) && { target: draftName(target) }),
  };
}

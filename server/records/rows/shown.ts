import type { Raw } from '../../database/engine.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import type { Rights } from '../rights.ts';

/** A row without the fields that the actor may not see; the same row if there are none. */
export function shownOf<R extends Raw>(definition: Definition, rights: Rights, row: R): R {
  const hidden = [...definition.readRules.keys()].filter((name) => !rights.shows(definition, name));
  if (hidden.length === 0) return row;
  return Object.fromEntries(Object.entries(row).filter(([name]) => !hidden.includes(name))) as R;
}

import type { Raw } from '../../database/engine.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import type { Rights } from '../rights.ts';

/** A record without the fields that the actor may not see; the same record if there are none. */
export function shownOf<R extends Raw>(definition: Definition, rights: Rights, record: R): R {
  const hidden = [...definition.readRules.keys()].filter((name) => !rights.shows(definition, name));
  if (hidden.length === 0) return record;
  return Object.fromEntries(Object.entries(record).filter(([name]) => !hidden.includes(name))) as R;
}

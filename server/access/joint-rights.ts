import { bothOf } from '../definitions/types/where.ts';
import type { Rights } from '../records/rights.ts';

/** What two actors may both do. */
export function jointRights(one: Rights, other: Rights): Rights {
  return {
    records: (definition, ...uses) =>
      bothOf(one.records(definition, ...uses), other.records(definition, ...uses)),
    known: (definition) => bothOf(one.known(definition), other.known(definition)),
    shows: (definition, field) => one.shows(definition, field) && other.shows(definition, field),
    changes: (definition, field) => one.changes(definition, field) && other.changes(definition, field),
    me: () => undefined, // two actors are no single caller
  };
}

import type { Raw } from '../../database/engine.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import type { Rights } from '../rights.ts';
import { matchingRecords } from './reachable-records.ts';
import type { Reads } from './reads.ts';

/**
 * A record without the fields that the actor may not see; the same record if there are none. Fields that are shown in some records
 * alone are among them, unless the rights are those over this record: `rightsOverRecord`.
 */
export function shownOf<R extends Raw>(definition: Definition, rights: Rights, record: R): R {
  const hidden = [...definition.readRules.keys()].filter((name) => !rights.shows(definition, name));
  if (hidden.length === 0) return record;
  return Object.fromEntries(Object.entries(record).filter(([name]) => !hidden.includes(name))) as R;
}

/** The rights over the fields of a record in this state. */
export async function rightsOverRecord(
  reads: Reads,
  definition: Definition,
  rights: Rights,
  record: Raw,
): Promise<Rights> {
  return (await rightsOverEach(reads, definition, rights, [record]))(record);
}

/**
 * The rights over the fields of each of these records, in the states that are given. The records that they refer to are looked up
 * as they are now.
 */
export async function rightsOverEach<R extends Raw>(
  reads: Reads,
  definition: Definition,
  rights: Rights,
  records: readonly R[],
): Promise<(record: R) => Rights> {
  const met = async (use: 'shownIn' | 'changedIn', rules: Definition['readRules']) => {
    const found = new Map<string, ReadonlySet<R>>();
    for (const field of rules.keys()) {
      const left = rights[use](definition, field);
      if (typeof left === 'object')
        found.set(field, new Set(await matchingRecords(reads, definition, left, records)));
    }
    return found;
  };
  const shown = await met('shownIn', definition.readRules);
  const changed = await met('changedIn', definition.writeRules);
  if (shown.size + changed.size === 0) return () => rights;
  return (record) => ({
    ...rights,
    shows: (there, field) =>
      there === definition && shown.has(field)
        ? shown.get(field)?.has(record) === true
        : rights.shows(there, field),
    changes: (there, field) =>
      there === definition && changed.has(field)
        ? changed.get(field)?.has(record) === true
        : rights.changes(there, field),
  });
}

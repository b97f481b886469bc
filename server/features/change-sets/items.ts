import type { Raw } from '../../database/engine.ts';
import type { Catalogue, ServedDefinition } from '../../definitions/for-server.ts';
import { type Reads, type Rights, shownOf, type Use } from '../../records/index.ts';
import { toJson } from '../../shared/exact-json.ts';
import { fromOwnJson } from '../../shared/json.ts';
import { hashOf } from '../../shared/secrets/hash-of.ts';
import { type ChangeSetItem, changeSetItem, type SetAction } from './change-set.collection.ts';

/** One change of a set, with the collection that it is about. */
export interface Item {
  readonly place: number;
  /** Where its records are written: of a collection with drafts, these. */
  readonly definition: ServedDefinition;
  readonly action: SetAction;
  /** Undefined for creations, and for records that the set creates. */
  readonly recordId: bigint | undefined;
  readonly recordName: string | undefined;
  /** By column; references may hold placeholders. */
  readonly values: Raw;
  readonly base: Raw;
  /** Undefined also for records that the author did not see. */
  readonly baseVersion: string | undefined;
}

/** The right that an action takes. */
export const USES: Readonly<Record<SetAction, Use>> = {
  create: 'create',
  update: 'update',
  delete: 'delete',
  publish: 'publish',
  unpublish: 'publish',
};

/** The collection of this name, or its drafts; undefined if the project has none. */
export function writtenCollection(catalogue: Catalogue, name: string): ServedDefinition | undefined {
  const served = catalogue.served.find((one) => one.name === name);
  return served && catalogue.writable(served);
}

/** The name of a collection as clients know it. */
export function nameOf({ name, draftOf = name }: ServedDefinition): string {
  return draftOf;
}

/** The items of a set, in their order; `undefined` for one whose collection is gone. */
export async function itemsOf(
  reads: Reads,
  setId: bigint,
): Promise<readonly (readonly [stored: ChangeSetItem, item: Item | undefined])[]> {
  const records = await reads.where(changeSetItem, (select) =>
    select.where('set_id', '=', setId).orderBy('place'),
  );
  return records.map((stored) => [stored, itemOf(reads.catalogue, stored)]);
}

function itemOf(catalogue: Catalogue, stored: ChangeSetItem): Item | undefined {
  const definition = writtenCollection(catalogue, stored.collection);
  return (
    definition && {
      place: stored.place,
      definition,
      action: stored.action,
      recordId: stored.action === 'create' ? undefined : (stored.record_id ?? undefined),
      recordName: stored.record_name ?? undefined,
      values: fromOwnJson<Raw>(stored.sent),
      base: fromOwnJson<Raw>(stored.base),
      baseVersion: stored.base_version ?? undefined,
    }
  );
}

/** A digest of all fields of a record that these rights show; it changes with each of them. */
export function versionOf(definition: ServedDefinition, rights: Rights, record: Raw): string {
  const shown = shownOf(definition, rights, record);
  const values = Object.keys(definition.fields).map((name) => [name, shown[name] ?? null]);
  return hashOf(toJson(values));
}

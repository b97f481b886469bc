import { isObject } from '../forms/check-forms.ts';
import type { CollectionForm, FieldForm } from '../forms/forms.ts';
import { freeName } from '../forms/names.ts';
import { timeOf } from '../forms/values.ts';
import type { MovedRecord } from '../source.ts';
import type { PlannedCollection } from './plan.ts';

/** What Directus is asked for of a change. */
export const ASKED = 'id,collection,item,delta,data,activity.action,activity.timestamp,activity.user';

const MOST_CHARACTERS = 1_000_000;

/** A collection of what records were there before: no history, which is of what happened here. */
export interface EarlierVersions {
  readonly form: CollectionForm;
  /** The record of a change; undefined if it is of nothing that moves in. */
  recordOf(revision: Readonly<Record<string, unknown>>): MovedRecord | undefined;
}

export function earlierVersionsOf(collections: readonly PlannedCollection[]): EarlierVersions {
  const fields: Record<string, FieldForm> = {
    collection: { kind: 'text', options: { max: 40, required: true, indexed: true } },
    key: { kind: 'text', options: { max: 255, required: true } },
    at: { kind: 'dateTime', options: { indexed: true } },
    action: { kind: 'text', options: { max: 30 } },
    person: { kind: 'reference', target: 'quire_user', options: { onDelete: 'detach' } },
    values: { kind: 'json', options: { max: MOST_CHARACTERS } },
  };
  /** The fields that lead to the records here, by their collections. */
  const links = new Map<string, string>();
  for (const { form } of collections)
    if (!form.isSingleton) {
      const link = freeName(form.name, Object.keys(fields));
      fields[link] = { kind: 'reference', target: form.name, options: { onDelete: 'detach' } };
      links.set(form.name, link);
    }
  const names = collections.map(({ form }) => form.name);
  const byName = new Map(collections.map((one) => [one.collection.name, one]));
  const only = 'superAdministrator';
  return {
    form: {
      name: freeName('earlier_version', names),
      label: 'Earlier version',
      fields,
      access: { read: only, create: only, update: only, delete: only },
    },
    recordOf({ id, collection, item, delta, data, activity }) {
      const planned = byName.get(String(collection));
      if (!planned) return undefined;
      const { action, timestamp, user } = isObject(activity) ? activity : {};
      const at = timeOf(timestamp);
      const link = links.get(planned.form.name);
      return {
        key: String(id),
        values: {
          ...{
            collection: planned.form.name,
            key: String(item),
            at,
            action: String(action ?? ''),
            person: user ?? null,
          },
          values: told(planned, isObject(delta) ? delta : data),
          ...(link !== undefined && { [link]: String(item) }),
        },
        ...(at !== null && { times: { created: at, updated: at } }),
        ...(typeof user === 'string' && { creator: user }),
      };
    },
  };
}

/** The values of fields that move in; secrets and what other collections hold are none of them. References hold keys of the source. */
function told({ fields }: PlannedCollection, values: unknown): Record<string, unknown> {
  const changed = isObject(values) ? values : {};
  return Object.fromEntries(
    fields
      .filter(({ there, asks }) => asks === undefined && changed[there] !== undefined)
      .map(({ there, here, read }) => [here, read(changed[there])]),
  );
}

import type { Definition } from '../definitions/define-record.ts';
import type { RowOf } from '../definitions/row-types.ts';
import { fromJson, toJson } from '../json.ts';
import type { revision } from './revision.record.ts';

type Values = Readonly<Record<string, unknown>>;
type Changes = Readonly<Record<string, readonly [before: unknown, after: unknown]>>;

/** The changed fields as JSON, `{ field: [before, after] }`. Secret fields are named, their values are not told. */
export function describeChanges({ fields }: Definition, before: Values | undefined, after: Values): string {
  const changes: Record<string, readonly [unknown, unknown]> = {};
  for (const name in fields) {
    const [old, now] = [before?.[name] ?? null, after[name] ?? null];
    if (old !== now) changes[name] = fields[name]?.secret ? [null, null] : [old, now];
  }
  return toJson(changes);
}

/** What `describeChanges` wrote, of the fields that the record still has and that may be told. */
export function readChanges({ fields }: Definition, { changes }: RowOf<typeof revision>): Changes {
  const all = Object.entries(fromJson(changes) as Changes);
  return Object.fromEntries(all.filter(([name]) => Object.hasOwn(fields, name) && !fields[name]?.secret));
}

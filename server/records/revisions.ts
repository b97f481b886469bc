import type { Definition } from '../definitions/define-record.ts';
import { toJson } from '../json.ts';

type Values = Readonly<Record<string, unknown>>;

/** The changed fields as JSON, `{ field: [before, after] }`. Secret fields are named, their values are not told. */
export function describeChanges({ fields }: Definition, before: Values | undefined, after: Values): string {
  const changes: Record<string, readonly [unknown, unknown]> = {};
  for (const name in fields) {
    const [old, now] = [before?.[name] ?? null, after[name] ?? null];
    if (old !== now) changes[name] = fields[name]?.secret ? [null, null] : [old, now];
  }
  return toJson(changes);
}

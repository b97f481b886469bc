import type { Connection } from '../../database/engine.ts';
import { fit, unfit } from '../../database/schema/column-values.ts';
import { forgetRule } from '../../database/schema/schema-state.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import { toJson } from '../../shared/exact-json.ts';
import type { AnyRecord } from '../record.ts';

/**
 * Judges fields of a record that a server of an earlier version wrote, by its own rules. If one of them is no value of its field, what
 * is recorded of the field's rule is deleted: `migrate`, `doctor` and the next start then look at all of its values. Returns the
 * names of these fields.
 */
export async function judgeEarlierWrite(
  connection: Connection,
  { name: collection, fields, filled }: Definition,
  record: AnyRecord,
  changed: readonly string[],
): Promise<string[]> {
  const refused = changed.filter((name) => {
    const field = fields[name];
    if (!field || field.secret || field.legacy !== undefined || filled?.has(name)) return false;
    const value = record[name] ?? null;
    const cleaned = fit(value, field);
    const protectsReaders = field.policy?.includes(' ') === true; // other values are only spelled anew
    return cleaned === unfit || (protectsReaders && toJson(cleaned) !== toJson(value));
  });
  for (const name of refused) await forgetRule(connection, `${collection}.${name}`);
  return refused;
}

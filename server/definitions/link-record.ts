import { bigint } from './bigint.ts';
import { type Definition, defineRecord } from './define-record.ts';
import { reference } from './reference.ts';

/** The name of the table that `linkRecord` describes. */
export function linkName(holder: string, field: string): string {
  return `${holder}__${field}`;
}

/**
 * The table that answers who refers to a row, for a field of many references. The ids themselves, in their order, are in
 * the holders' rows; this is their index, kept in step with every write of a holder.
 */
export function linkRecord(holder: Definition, field: string, target: string): Definition {
  const names = [holder.name, ...holder.renamedFrom].flatMap((record) =>
    [field, ...(holder.fields[field]?.renamedFrom ?? [])].map((name) => linkName(record, name)),
  );
  const [name = '', ...renamedFrom] = names;
  return defineRecord({
    name,
    renamedFrom,
    label: holder.label,
    audit: 'none',
    fields: { holder_id: bigint({ required: true }), target_id: reference(target, { required: true }) },
    unique: [['holder_id', 'target_id']],
    indexes: [['target_id', 'holder_id']],
  });
}

import { bigint } from './bigint.ts';
import { type Definition, defineRecord } from './define-record.ts';
import { reference } from './reference.ts';

/**
 * The table that answers who refers to a row, for a field of many references. The ids themselves, in their order, are in
 * the holders' rows; this is their index, kept in step with every write of a holder.
 */
export function linkRecord(holder: Definition, field: string, target: string): Definition {
  return defineRecord({
    name: `${holder.name}__${field}`,
    label: holder.label,
    audit: 'none',
    fields: { holder_id: bigint({ required: true }), target_id: reference(target, { required: true }) },
    unique: [['holder_id', 'target_id']],
    indexes: [['target_id', 'holder_id']],
  });
}

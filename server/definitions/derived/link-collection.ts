import { createHash } from 'node:crypto';
import { MAX_NAME } from '../checks/option-checks.ts';
import { type Definition, defineCollection } from '../define-collection.ts';
import { bigint } from '../fields/bigint.ts';
import { reference } from '../fields/reference.ts';

/** The name of the table that `linkCollection` describes. Long names end in a hash of both. */
export function linkName(holder: string, field: string): string {
  const name = `${holder}__${field}`;
  if (name.length <= MAX_NAME) return name;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 10);
  return `${holder.slice(0, 14)}__${field.slice(0, 13)}_${hash}`;
}

/**
 * The link table of a field of many references, which finds the records that refer to a record. The ids, in their order, are in
 * the referring records; this is their index, updated with every write.
 */
export function linkCollection(holder: Definition, field: string, target: string): Definition {
  const names = [holder.name, ...holder.renamedFrom].flatMap((collection) =>
    [field, ...(holder.fields[field]?.renamedFrom ?? [])].map((name) => linkName(collection, name)),
  );
  const [name = '', ...renamedFrom] = names;
  const index = defineCollection({
    name,
    renamedFrom,
    label: holder.label,
    audit: 'none',
    fields: { holder_id: bigint({ required: true }), target_id: reference(target, { required: true }) },
    unique: [['holder_id', 'target_id']],
    indexes: [['target_id', 'holder_id']],
  });
  return { ...index, isIndex: true };
}

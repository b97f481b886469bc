import type { Raw } from '../../../database/engine.ts';
import type { Reference } from '../../../definitions/catalogue.ts';
import { withLeaves } from '../../../definitions/nested/leaves.ts';
import { badParameters } from '../../../errors.ts';
import { addressById, isSame } from '../../../records/index.ts';
import type { FileRecord } from '../keep.ts';
import { message } from '../messages/message.ts';

/** A file, and the one that takes its place. */
export interface Replacement {
  readonly old: FileRecord;
  readonly by: FileRecord;
}

/**
 * The fields of a record in which one file takes the place of another, by their names; none if it does not use the file. Throws if
 * a text shows the file by an address that the other one has no match for.
 */
export function withOtherFile(references: readonly Reference[], record: Raw, replacement: Replacement): Raw {
  const changes: Raw = {};
  for (const { definition, field, path, isMention } of references) {
    const kind = definition.fields[field];
    const before = changes[field] ?? record[field] ?? null;
    if (!kind || before === null) continue;
    const after = withLeaves(field, kind, before, (leaf) => {
      if (isMention)
        return leaf.field.kind === 'rich-text' ? inText(field, leaf.value, replacement) : leaf.value;
      return leaf.path === (path ?? field) ? inIds(leaf.value, replacement) : leaf.value;
    });
    if (!isSame(after, before)) changes[field] = after;
  }
  return changes;
}

/** A file that is there already is not put there twice. */
function inIds(value: unknown, { old, by }: Replacement): unknown {
  if (!Array.isArray(value)) return value === old.id ? by.id : value;
  return [...new Set(value.map((id) => (id === old.id ? by.id : id)))];
}

function inText(field: string, value: unknown, { old, by }: Replacement): unknown {
  const text = String(value).replaceAll(addressById(old.id), addressById(by.id));
  if (!text.includes(old.path)) return text;
  if (old.private || by.private) throw badParameters({ [field]: message('otherKindOfAddress') });
  return text.replaceAll(old.path, by.path);
}

import type { Raw } from '../../database/engine.ts';
import type { ServedDefinition } from '../../definitions/define-collection.ts';
import type { Rights } from '../../records/rights.ts';
import { toJson } from '../../shared/exact-json.ts';
import { fromOwnJson } from '../../shared/json.ts';
import { versionOf } from './items.ts';
import { removed, shownValue } from './judged.ts';
import type { Sight } from './sight.ts';

/** The viewer of an item. */
export interface Viewer {
  readonly rights: Rights;
  readonly isAuthor: boolean;
  /** Whether the set is still to be applied, so that the present values matter. */
  readonly isPending: boolean;
  /** They decide which changes of a record count; undefined if the author has none any more. */
  readonly authorsRights: Rights | undefined;
}

/** What an item changes, as far as the viewer may see the record and its fields. Authors always see what they sent. */
export function differenceOf({ stored, item, record, seesRecord }: Sight, viewer: Viewer) {
  const { place, collection, action, record_name: name } = stored;
  const { isAuthor, isPending } = viewer;
  const isKnown = isAuthor || seesRecord;
  const isGone = item === undefined || (item.recordId !== undefined && record === undefined);
  const isChanged = isPending && hasChanged({ item, record }, viewer);
  return {
    index: place,
    collection,
    action,
    id: isKnown || isGone ? stored.record_id : null,
    name,
    visible: isKnown,
    gone: isGone,
    changed: seesRecord && isChanged,
    changes: item ? changesOf({ item, record, seesRecord }, viewer) : {},
  };
}

type Seen = Pick<Sight, 'item' | 'record'>;

function hasChanged({ item, record }: Seen, { authorsRights }: Viewer): boolean {
  if (item?.recordId === undefined || item.baseVersion === undefined || !record || !authorsRights)
    return false;
  return versionOf(item.definition, authorsRights, record) !== item.baseVersion;
}

/** A change with null where the field's rule refuses a value by now; `removed` names these. */
function withoutRefused(definition: ServedDefinition, field: string, change: Raw): Raw {
  const shown = Object.entries(change).map(([name, value]) => [name, shownValue(definition, field, value)]);
  const refused = shown.flatMap(([name, value]) => (value === removed ? [name] : []));
  const values = Object.fromEntries(shown.map(([name, value]) => [name, value === removed ? null : value]));
  return refused.length > 0 ? { ...values, removed: refused } : values;
}

/** For each field: the value before, the wanted value, and the present value if that differs. */
function changesOf(
  {
    item,
    record,
    seesRecord,
  }: { readonly item: NonNullable<Sight['item']> } & Pick<Sight, 'record' | 'seesRecord'>,
  { rights, isAuthor, isPending }: Viewer,
): Raw {
  const { definition, values, base, recordId } = item;
  const seesBase = isAuthor || rights.records(definition, 'read') === 'all';
  const changes: Raw = {};
  for (const [field, to] of Object.entries(values)) {
    const isShown = seesRecord && rights.shows(definition, field);
    if (!isShown && !isAuthor) continue;
    const now = fromOwnJson(toJson(record?.[field] ?? null));
    const isOther = isPending && isShown && recordId !== undefined && toJson(now) !== toJson(base[field]);
    // A former value belongs to a state of the record that others may not have seen.
    const isOpen = seesBase || (isPending && !isOther);
    const hasBase = isShown && isOpen && recordId !== undefined && Object.hasOwn(base, field);
    changes[field] = withoutRefused(definition, field, {
      ...(hasBase && { from: base[field] }),
      to,
      ...(isOther && { now }),
    });
  }
  return changes;
}

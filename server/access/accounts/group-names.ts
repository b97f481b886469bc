import type { RowOf } from '../../definitions/types/row-types.ts';
import type { Reads } from '../../records/rows/reads.ts';
import { foldedKey } from './folded-keys.ts';
import { group } from './group.collection.ts';

/** The name of a group and its key, for its row. */
export function groupNamed(name: string): { readonly name: string; readonly name_key: string } {
  return { name, name_key: keyOf(name) };
}

/** The group that a name means. */
export async function findGroup(reads: Reads, name: string): Promise<RowOf<typeof group> | undefined> {
  const found = await reads.where(group, (select) =>
    select.where((e) => e.or([e('name', '=', name), e('name_key', '=', keyOf(name))])),
  );
  return groupAmong(found, name);
}

/** The group that is written like a name, or else the one whose name people take for the same. */
export function groupAmong<Row extends Pick<RowOf<typeof group>, 'name' | 'name_key'>>(
  rows: readonly Row[],
  name: string,
): Row | undefined {
  return rows.find((one) => one.name === name) ?? rows.find(({ name_key }) => name_key === keyOf(name));
}

function keyOf(name: string): string {
  const stored = group.fields.name.clean(name);
  return foldedKey(typeof stored === 'string' ? stored : name); // what cannot be stored is refused for itself
}

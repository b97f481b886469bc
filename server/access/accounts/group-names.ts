import type { RecordOf } from '../../definitions/types/record-types.ts';
import type { Reads } from '../../records/store/reads.ts';
import { foldedKey } from './folded-keys.ts';
import { group } from './group.collection.ts';

/** The name of a group and its key, for its record. */
export function groupNamed(name: string): { readonly name: string; readonly name_key: string } {
  return { name, name_key: keyOf(name) };
}

/** The group that a name means. */
export async function findGroup(reads: Reads, name: string): Promise<RecordOf<typeof group> | undefined> {
  const found = await reads.where(group, (select) =>
    select.where((e) => e.or([e('name', '=', name), e('name_key', '=', keyOf(name))])),
  );
  return groupAmong(found, name);
}

/** The group that is written like a name, or else the one whose name people take for the same. */
export function groupAmong<Item extends Pick<RecordOf<typeof group>, 'name' | 'name_key'>>(
  records: readonly Item[],
  name: string,
): Item | undefined {
  return records.find((one) => one.name === name) ?? records.find(({ name_key }) => name_key === keyOf(name));
}

function keyOf(name: string): string {
  const stored = group.fields.name.clean(name);
  return foldedKey(typeof stored === 'string' ? stored : name); // what cannot be stored is refused for itself
}

import type { Definition } from '../../definitions/define-collection.ts';
import { type AnyRecord, type Reads, systemContext } from '../../records/index.ts';
import type { RecordStore } from '../../records/record-store.ts';
import { foldCase } from '../../shared/text/fold-case.ts';
import { asUserName } from '../../shared/text/profiles.ts';
import { group } from './group.collection.ts';
import { user } from './user.collection.ts';

const MAX_KEY = 100;
const KEYS = [
  { collection: user, column: 'username', key: 'name_key' },
  { collection: user, column: 'email', key: 'email_key' },
  { collection: group, column: 'name', key: 'name_key' },
] as const;

/** The form in which names and addresses are compared and must be unique. */
export function foldedKey(text: string): string {
  return [...foldCase(asUserName(text))].slice(0, MAX_KEY).join('');
}

/** Adds keys to users and groups without them, from older versions and imports. If two share a key, the older one gets it. */
export async function fillFoldedKeys({ ownReads, database, write }: RecordStore): Promise<void> {
  for (const { collection, column, key } of KEYS) {
    const keyless = await withoutKey(ownReads, collection, column, key);
    if (keyless.length === 0) continue;
    await write(systemContext('start'), async (writes, connection) => {
      for (const { id, text } of keyless) {
        const folded = foldedKey(text);
        if (await writes.first(collection, (select) => select.where(key, '=', folded))) continue;
        // Bypasses the collections: nobody has changed the record.
        const update = database.query
          .updateTable(collection.name)
          .set({ [key]: folded })
          .where('id', '=', id);
        await connection.run(update.compile());
      }
    });
  }
}

/** Notices of the names and addresses that share their key with an older one. */
export async function sharedNames(reads: Reads): Promise<string[]> {
  const notices = [];
  for (const { collection, column, key } of KEYS)
    for (const { text } of await withoutKey(reads, collection, column, key))
      if (await reads.first(collection, (select) => select.where(key, '=', foldedKey(text))))
        notices.push(
          `${collection.name}: '${text}' could be taken for another ${column}: change one of them`,
        );
  return notices;
}

/** The records that have a name or an address, but no key. */
async function withoutKey(
  reads: Reads,
  collection: Definition,
  column: string,
  key: string,
): Promise<readonly { readonly id: bigint; readonly text: string }[]> {
  const records = await reads.where(collection, (select) =>
    select.where(key, 'is', null).where(column, 'is not', null).orderBy('id'),
  );
  return records.map((record) => ({ id: record.id, text: String((record as AnyRecord)[column]) }));
}

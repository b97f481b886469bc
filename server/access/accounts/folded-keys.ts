import type { Records } from '../../records/records.ts';
import { systemContext } from '../../records/rows/write-context.ts';
import { foldCase } from '../../shared/text/fold-case.ts';
import { asUserName } from '../../shared/text/profiles.ts';
import { user } from './user.record.ts';

const MAX_KEY = 100;
const KEYS = [
  ['username', 'name_key'],
  ['email', 'email_key'],
] as const;

/** The form in which names and addresses are compared and must be unique. */
export function foldedKey(text: string): string {
  return [...foldCase(asUserName(text))].slice(0, MAX_KEY).join('');
}

/** Adds keys to users without them, from older versions and imports. If two users share a key, the older one gets it. */
export async function fillFoldedKeys({ ownReads, database, write }: Records): Promise<void> {
  for (const [column, key] of KEYS) {
    const keyless = await ownReads.where(user, (select) =>
      select.where(key, 'is', null).where(column, 'is not', null).orderBy('id'),
    );
    if (keyless.length === 0) continue;
    await write(systemContext('start'), async (writes, connection) => {
      for (const { id, [column]: text } of keyless) {
        const folded = foldedKey(text ?? '');
        if (await writes.first(user, (select) => select.where(key, '=', folded))) continue;
        // Bypasses the records: this is not a change of the user.
        const update = database.query
          .updateTable(user.name)
          .set({ [key]: folded })
          .where('id', '=', id);
        await connection.run(update.compile());
      }
    });
  }
}

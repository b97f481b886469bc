import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../test-database.ts';

/** Who may ask for fields with rules; the owner made the records. */
export const callers = ['nobody', 'member', 'granted', 'owner', 'root'] as const;
export type Caller = (typeof callers)[number];

/** Rules of fields, and who may read and write what they guard. */
export const kinds: Record<string, { rule: string; may(caller: Caller): boolean }> = {
  members: { rule: 'login', may: (caller) => caller !== 'nobody' },
  holders: {
    rule: `permission('See holders', 'see')`,
    may: (caller) => caller === 'granted' || caller === 'root',
  },
  supers: { rule: 'superAdministrator', may: (caller) => caller === 'root' },
};

/** A folder with a collection for each of these kinds. */
export function contentOfRuledFields(): string {
  const folder = join(temporaryFolder(), 'content');
  mkdirSync(folder);
  const uses = ['read', 'create', 'update', 'delete', 'history', 'trash', 'restore', 'purge'];
  for (const [name, { rule }] of Object.entries(kinds))
    writeFileSync(
      join(folder, `${name}.ts`),
      `import { defineCollection, everyone, integer, login, permission, reference, references, superAdministrator, text } from 'quire-cms';
const ruled = { read: ${rule}, write: ${rule} };
export default defineCollection({ name: '${name}', label: '${name}', path: '/v1/${name}', audit: 'full',
  fields: {
    name: text({ max: 40, required: true, unique: true, searchable: true }),
    word: text({ max: 40, searchable: true, ...ruled }),
    number: integer({ ...ruled }),
    one: text({ max: 40, unique: true, ...ruled }),
    next: reference('${name}', { ...ruled }),
    more: references('${name}', { ...ruled }),
    open: reference('${name}'),
  },
  access: { ${uses.map((use) => `${use}: everyone`).join()} },
});\n`,
    );
  return folder;
}

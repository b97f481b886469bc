/** Names that the server gives to fields and collections itself, or that no collection may have. */
const TAKEN = new Set([
  ...[
    'id',
    'create_time',
    'update_time',
    'delete_time',
    'create_user_id',
    'update_user_id',
    'delete_user_id',
  ],
  ...[
    'is_deleted',
    'is_mine',
    'publication',
    'published_time',
    'publish_time',
    'unpublish_time',
    'type',
    'distance',
  ],
]);
const LONGEST = 30;

/** The name in snake_case, with a number where another thing has it. */
export function freeName(there: string, taken: Iterable<string>): string {
  const plain = there
    .normalize('NFKD')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[_0-9]+|_+$/g, '')
    .slice(0, LONGEST);
  const base = plain === '' || plain.startsWith('quire_') ? `moved_${plain}`.replace(/_+$/, '') : plain;
  const names = new Set([...TAKEN, ...taken]);
  let name = base;
  for (let number = 2; names.has(name); number += 1) name = `${base.slice(0, LONGEST - 3)}_${number}`;
  return name;
}

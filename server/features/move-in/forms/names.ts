import { DRAFT_FIELDS, RESERVED_NAMES } from '../../../definitions/for-server.ts';

/** Names that no field may have, or that the server gives to fields of some collections itself. */
const TAKEN = new Set([...RESERVED_NAMES, ...Object.keys(DRAFT_FIELDS), 'is_mine', 'type', 'distance']);
const LONGEST = 30;

/** The name in snake_case, with a number where another thing has it. */
export function freeName(there: string, taken: Iterable<string>): string {
  const plain = there
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[_0-9]+|_+$/g, '')
    .slice(0, LONGEST);
  const base = plain === '' || plain.startsWith('quire_') ? `moved_${plain}`.replace(/_+$/, '') : plain;
  const names = new Set([...TAKEN, ...taken]);
  let name = base;
  for (let number = 2; names.has(name) || name in Object.prototype; number += 1)
    name = `${base.slice(0, LONGEST - 3)}_${number}`;
  return name;
}

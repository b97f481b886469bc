import { onUserChange } from '../api/session.ts';

const left = new Map<string, string>();

onUserChange(() => left.clear());

/** Remembers the address of a collection's list. */
export function noteList(collection: string, address: string): void {
  left.set(collection, address);
}

/** The last address of a collection's list; undefined if it was not opened. */
export function lastList(collection: string): string | undefined {
  return left.get(collection);
}

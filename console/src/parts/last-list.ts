import { onUserChange } from '../api/session.ts';

const left = new Map<string, string>();

onUserChange(() => left.clear());

/** Remembers the address of a record's list. */
export function noteList(record: string, address: string): void {
  left.set(record, address);
}

/** The last address of a record's list; undefined if it was not opened. */
export function lastList(record: string): string | undefined {
  return left.get(record);
}

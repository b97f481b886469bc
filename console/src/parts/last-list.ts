import { onUserChange } from '../api/session.ts';

const left = new Map<string, string>();

onUserChange(() => left.clear());

/** Notes the address at which a record's list was left. */
export function noteList(record: string, address: string): void {
  left.set(record, address);
}

/** The list of a record as it was left last; undefined where it was not opened. */
export function lastList(record: string): string | undefined {
  return left.get(record);
}

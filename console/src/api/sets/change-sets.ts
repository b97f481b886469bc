import { digitsOf } from '../../form/digits.ts';
import { call } from '../call.ts';
import { connection } from '../connection.ts';

type Raw = Readonly<Record<string, unknown>>;
type Person = { readonly username: string };

export type SetState = 'draft' | 'submitted' | 'approved' | 'rejected' | 'applied';

/** Changes of records that somebody else approves, and that take effect together. */
export interface ChangeSet {
  readonly id: string;
  readonly title: string;
  readonly note: string;
  readonly state: SetState;
  /** Counts its changes: a decision is about what was looked at. */
  readonly version: number;
  readonly size: number;
  readonly author: Person;
  readonly decided_by: Person | null;
  /** Why it was rejected. */
  readonly reason: string;
  readonly applied_by: Person | null;
  readonly change_time: number;
  /** Whether the reader is its author. */
  readonly own: boolean;
}

/** A value before, as it is to be, and as it has become meanwhile; each is there as far as the reader may know it. */
export interface ValueChange {
  readonly from?: unknown;
  readonly to?: unknown;
  readonly now?: unknown;
}

/** One change of a set. */
export interface SetItem {
  readonly index: number;
  readonly collection: string;
  readonly action: 'create' | 'update' | 'delete' | 'publish' | 'unpublish';
  /** The record; of a creation, the one that it has made. */
  readonly id: string | null;
  /** By which other items refer to the record that this one makes. */
  readonly name: string | null;
  readonly visible: boolean;
  /** There is no such record, or collection, any more. */
  readonly gone: boolean;
  /** The record has changed since its author saw it. */
  readonly changed: boolean;
  readonly changes: Readonly<Record<string, ValueChange>>;
}

export interface SetWithItems extends ChangeSet {
  readonly can: { readonly edit: boolean; readonly decide: boolean; readonly apply: boolean };
  readonly items: readonly SetItem[];
}

const PATH = '/v1/change-set';

/** The reader's sets and those that they may decide on, the newest first. Short pages can have a next one. */
export async function listSets({ state, after }: { state?: SetState; after?: string | undefined }) {
  const query: [string, string][] = [['count', '50']];
  if (state) query.push(['state', state]);
  if (after !== undefined) query.push(['after', after]);
  const { items, next } = (await connection.request('GET', PATH, { query })) as {
    items: Raw[];
    next: string | null;
  };
  return { items: items.map((raw) => withId<ChangeSet>(raw)), next: next ?? undefined };
}

export async function readSet(id: string): Promise<SetWithItems> {
  const set = (await connection.request('GET', `${PATH}/${id}`)) as Raw & { readonly items: readonly Raw[] };
  return { ...withId<SetWithItems>(set), items: set.items.map((item) => withId<SetItem>(item)) };
}

/** Creates a set, or adds a change to one. The key makes retries harmless. */
export async function propose(
  item: Raw,
  { set, ...words }: { readonly title: string; readonly note: string; readonly set?: string | undefined },
  key: string,
): Promise<string> {
  const body = set === undefined ? { ...words, items: [item] } : { items: [item] };
  const path = set === undefined ? PATH : `${PATH}/${set}/item`;
  const { id } = await connection.request('POST', path, { body, headers: { 'idempotency-key': key } });
  return set ?? String(id);
}

export async function renameSet(id: string, words: { title: string; note: string }): Promise<void> {
  await call('PATCH /v1/change-set/:id', { params: { id }, body: words });
}

export async function deleteSet(id: string): Promise<void> {
  await call('DELETE /v1/change-set/:id', { params: { id } });
}

export async function removeItem(id: string, place: number): Promise<void> {
  await call('DELETE /v1/change-set/:id/item/:place', { params: { id, place: String(place) } });
}

/** Actions on a set without further input. */
export async function moveSet(
  id: string,
  step: 'submit' | 'withdraw' | 'rebase' | 'apply',
  key?: string,
): Promise<void> {
  await call(`POST /v1/change-set/:id/${step}`, { params: { id }, ...(key && { idempotencyKey: key }) });
}

/** Approves the set as it was shown. */
export async function approveSet({ id, version }: ChangeSet, apply: boolean): Promise<void> {
  await call('POST /v1/change-set/:id/approve', { params: { id }, body: { version, apply } });
}

/** Rejects the set as it was shown. */
export async function rejectSet({ id, version }: ChangeSet, reason: string): Promise<void> {
  await call('POST /v1/change-set/:id/reject', { params: { id }, body: { version, reason } });
}

/** The documented form, with its id as text. */
function withId<T extends { readonly id: string | null }>(raw: Raw): T {
  return { ...raw, id: digitsOf(raw.id) ?? null } as unknown as T;
}

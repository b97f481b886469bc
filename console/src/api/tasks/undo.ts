import { call } from '../call.ts';
import type { AnswerOf, BodyOf, ItemOf } from '../route-types.ts';

export const UNDO_OUTCOMES = ['removed', 'reverted', 'restored', 'published', 'unpublished', 'left'] as const;

/** What to undo: what was done in a period, by a request, an import, a bulk change or an undo. */
export type UndoScope = BodyOf<'POST /cms/undo/preview'>;
export type UndoPreview = AnswerOf<'POST /cms/undo/preview'>;

/** What happens to one record. */
export type UndoneRecord = ItemOf<'GET /cms/undo/:id/records'>;
export type UndoOutcome = UndoneRecord['outcome'];

/** An undo that was done. */
export type DoneUndo = AnswerOf<'GET /cms/undo/:id'>;

export async function previewUndo(body: UndoScope): Promise<UndoPreview> {
  return call('POST /cms/undo/preview', { body });
}

/** Undoes changes, unless their number differs from the one shown. Returns the id of the undo. The key makes retries harmless. */
export async function applyUndo(scope: UndoScope, expected: number, key: string): Promise<string> {
  return (await call('POST /cms/undo', { body: { ...scope, expected }, idempotencyKey: key })).id;
}

/** The user's undos, the newest first; super administrators see all. */
export async function listUndos(after?: string) {
  return nextOf(await call('GET /cms/undo', { query: { count: 10, ...(after && { after }) } }));
}

export async function getUndo(id: string): Promise<DoneUndo> {
  return call('GET /cms/undo/:id', { params: { id } });
}

export async function readUndoneRecords(id: string, after?: string) {
  const query = { count: 100, ...(after && { after }) };
  return nextOf(await call('GET /cms/undo/:id/records', { params: { id }, query }));
}

function nextOf<Item>({ items, next }: { items: readonly Item[]; next: string | null }) {
  return { items, next: next ?? undefined };
}

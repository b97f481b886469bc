import { digitsOf, readExact } from '../../form/exact-json.ts';
import { connection } from '../connection.ts';

export const UNDO_OUTCOMES = ['removed', 'reverted', 'restored', 'published', 'unpublished', 'left'] as const;
export type UndoOutcome = (typeof UNDO_OUTCOMES)[number];

/** What is taken back: what was done in a period, by a request, an import, a bulk change or an undo. */
export interface UndoScope {
  readonly user?: string;
  readonly since?: number;
  readonly until?: number;
  readonly request?: string;
  readonly import?: string;
  readonly bulk?: string;
  readonly undo?: string;
  readonly records?: readonly string[];
}

/** What becomes of one row. */
export interface UndoneRow {
  readonly record: string;
  readonly id: string;
  readonly outcome: UndoOutcome;
  readonly fields?: readonly string[];
  /** The fields that keep their values, and why. */
  readonly left?: readonly string[];
  readonly reason?: string;
}

export interface UndoPreview extends Readonly<Record<UndoOutcome, number>> {
  /** How many changes would be made: what is confirmed. */
  readonly expected: number;
  readonly rows: readonly UndoneRow[];
  readonly more: boolean;
}

/** An undo that was done. */
export interface DoneUndo extends Readonly<Record<UndoOutcome, number>> {
  readonly id: string;
  readonly create_time: number;
  readonly by: { readonly username: string | null } | null;
  readonly user: { readonly username: string | null } | null;
}

interface RawPage {
  readonly items: readonly Raw[];
  readonly next: unknown;
}
type Raw = Readonly<Record<string, unknown>>;

export async function previewUndo(scope: UndoScope): Promise<UndoPreview> {
  const { rows, ...preview } = (await exact('POST', '/cms/undo/preview', { body: scope })) as Raw;
  return { ...(preview as unknown as UndoPreview), rows: (rows as Raw[]).map(toRow) }; // the documented form of this route
}

/** Takes changes back if they are as many as were shown, and answers the id of the undo. The key makes a repetition harmless. */
export async function applyUndo(scope: UndoScope, expected: number, key: string): Promise<string> {
  const sent = { body: { ...scope, expected }, headers: { 'idempotency-key': key } };
  return digitsOf(((await exact('POST', '/cms/undo', sent)) as Raw).id) ?? '';
}

/** One's own undos, the newest first; super administrators see all. */
export async function listUndos(after?: string) {
  const { items, next } = await readPage('/cms/undo', '10', after);
  return { items: items.map(toUndo), next };
}

export async function getUndo(id: string): Promise<DoneUndo> {
  return toUndo((await exact('GET', `/cms/undo/${encodeURIComponent(id)}`)) as Raw);
}

export async function readUndoneRows(id: string, after?: string) {
  const { items, next } = await readPage(`/cms/undo/${encodeURIComponent(id)}/rows`, '100', after);
  return { items: items.map(toRow), next };
}

async function readPage(path: string, count: string, after: string | undefined) {
  const query: [string, string][] = [
    ['count', count],
    ...(after === undefined ? [] : [['after', after] as [string, string]]),
  ];
  const { items, next } = (await exact('GET', path, { query })) as RawPage;
  return { items, next: next === null ? undefined : (digitsOf(next) ?? String(next)) };
}

/** Ids as they are, however long. */
async function exact(
  method: string,
  path: string,
  sent: Parameters<typeof connection.response>[2] = {},
): Promise<unknown> {
  return readExact(await (await connection.response(method, path, sent)).text());
}

function toRow(raw: Raw): UndoneRow {
  return { ...(raw as unknown as UndoneRow), id: digitsOf(raw.id) ?? '' }; // the documented form of these routes
}

function toUndo(raw: Raw): DoneUndo {
  return { ...(raw as unknown as DoneUndo), id: digitsOf(raw.id) ?? '' }; // the documented form of these routes
}

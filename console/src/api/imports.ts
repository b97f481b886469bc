import { connection } from './connection.ts';
import type { ServedDescription } from './definitions.ts';

/** An import: its file, how far it is, and what became of its rows. */
export interface ImportState {
  readonly id: string;
  readonly record: string;
  readonly file: string;
  readonly key: string | null;
  readonly dry_run: boolean;
  readonly state: 'running' | 'done' | 'failed' | 'undoing' | 'undo_failed' | 'undone';
  readonly problem: string | null;
  /** The time of its last progress. */
  readonly time: number;
  readonly create_time: number;
  readonly line: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly refused: number;
  readonly removed: number;
  readonly restored: number;
  readonly kept: number;
}

type Raw = Readonly<Record<string, unknown>>;

const stateOf = (raw: Raw): ImportState => ({ ...(raw as unknown as ImportState), id: String(raw.id) }); // the documented form of its route

/** The user's imports into a record, the newest first; super administrators see everybody's. */
export async function listImports({ path }: ServedDescription, after?: string) {
  const query: [string, string][] = [['count', '10']];
  if (after !== undefined) query.push(['after', after]);
  const { items, next } = await connection.request('GET', `${path}/import`, { query });
  return { items: (items as Raw[]).map(stateOf), next: next === null ? undefined : String(next) };
}

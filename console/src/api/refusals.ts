import { connection, QuireError } from './connection.ts';

/** Why a request was refused. Only readers of the log learn about its user. */
export interface Refusal {
  readonly time: number;
  readonly method: string;
  readonly path: string;
  readonly rule: string | null;
  /** Each of these permissions would have been enough. */
  readonly missing: readonly { readonly key: string; readonly name: string; readonly module: string }[];
  readonly message?: string;
  readonly username?: string;
  readonly groups?: readonly { readonly name: string }[];
}

/** Reads of all refusals, or of the user's own. */
export async function readRefusal(id: string, ofAll: boolean): Promise<Refusal> {
  const path = `/cms/${ofAll ? 'access' : 'user'}/refusals/${encodeURIComponent(id)}`;
  return (await connection.request('GET', path)) as unknown as Refusal; // the documented form of these routes
}

const FORBIDDEN = 10000;

/** The id by which a refusal is explained; undefined for whatever else went wrong. */
export function refusalIdOf(error: unknown): string | undefined {
  if (!(error instanceof QuireError)) return undefined;
  return error.code === FORBIDDEN ? error.requestId : undefined;
}

import { connection, QuireError } from './connection.ts';
import type { AnswerOf } from './route-types.ts';

/** Why a request was refused. Only readers of the log learn who sent it. Each missing permission would be enough. */
type Refusal = AnswerOf<'GET /cms/user/refusals/:id'> & Partial<AnswerOf<'GET /cms/access/refusals/:id'>>;

/** Finds a refusal among all, or among those of the user. */
export async function readRefusal(id: string, ofAll: boolean): Promise<Refusal> {
  const path = `/cms/${ofAll ? 'access' : 'user'}/refusals/${encodeURIComponent(id)}`;
  return (await connection.request('GET', path)) as Refusal;
}

const FORBIDDEN = 10000;

/** The id by which a refusal is explained; undefined for other errors. */
export function refusalIdOf(error: unknown): string | undefined {
  if (!(error instanceof QuireError)) return undefined;
  return error.code === FORBIDDEN ? error.requestId : undefined;
}

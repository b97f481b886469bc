import { call } from './call.ts';
import type { AnswerOf } from './route-types.ts';

/** Why a request was refused. Only readers of the log learn who sent it. Each missing permission would be enough. */
type Refusal = AnswerOf<'GET /cms/user/refusals/:id'> & Partial<AnswerOf<'GET /cms/access/refusals/:id'>>;

/** Finds a refusal among all, or among those of the user. */
export async function readRefusal(id: string, ofAll: boolean): Promise<Refusal> {
  const request = { params: { id } };
  return ofAll ? call('GET /cms/access/refusals/:id', request) : call('GET /cms/user/refusals/:id', request);
}

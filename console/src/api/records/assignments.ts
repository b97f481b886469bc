import { call } from '../call.ts';
import type { ServedDescription } from '../definitions.ts';
import type { AnswerOf, ItemOf } from '../route-types.ts';

export type Assignment = ItemOf<'GET /cms/assignment'>;
export type Person = Assignment['user'];
export type Assigned = AnswerOf<'GET /cms/assignment/to-me'>;

/** The open assignments of a record, the newest first, and whether the user may add one. */
export async function listAssignments({ name: collection }: ServedDescription, id: string) {
  const query = { collection, record_id: id, state: 'open' } as const;
  const { items, can } = await call('GET /cms/assignment', { query });
  return { items, mayAssign: can?.assign === true };
}

/** Open assignments to the user, or those that the user has made, by due time. */
export function listOpen(side: 'to-me' | 'by-me'): Promise<Assigned> {
  return call(`GET /cms/assignment/${side}`, { query: {} });
}

export interface NewAssignment {
  readonly user: string;
  readonly note: string;
  readonly due: number | undefined;
}

export async function assign(
  { name: collection }: ServedDescription,
  id: string,
  { user, note, due }: NewAssignment,
): Promise<void> {
  const body = {
    collection,
    record_id: id,
    user_id: user,
    note,
    ...(due !== undefined && { due_time: due }),
  };
  await call('POST /cms/assignment', { body });
}

export async function moveDue(id: string, due: number | undefined): Promise<void> {
  await call('PATCH /cms/assignment/:id', { params: { id }, body: { due_time: due ?? null } });
}

export async function endAssignment(id: string): Promise<void> {
  await call('POST /cms/assignment/:id/done', { params: { id } });
}

export async function takeBack(id: string): Promise<void> {
  await call('DELETE /cms/assignment/:id', { params: { id } });
}

/** Users to whom a record may be assigned, by a part of their names. */
export async function findAssignable(
  { name: collection }: ServedDescription,
  id: string,
  search: string,
): Promise<readonly Person[]> {
  return (await call('GET /cms/assignment/people', { query: { collection, record_id: id, search } })).items;
}

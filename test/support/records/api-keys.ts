import type { BodyOf, ItemOf } from '../bodies.ts';
import type { FreshApp } from '../fresh-app.ts';

export type MadeKey = BodyOf<'POST /cms/key'>;

/** Service users of this app, and their keys. */
export function keysOf(app: FreshApp) {
  let count = 0;
  async function serviceUser(groupIds: readonly number[] = []) {
    const username = `robot${++count}`;
    const body = { username, group_ids: groupIds };
    const id = await app.root.make('/cms/service-user', body);
    return { id, username };
  }
  const makeKey = (userId: number, limits: object = {}, name = 'nightly') =>
    app.root.done<MadeKey>('POST /cms/key', { user_id: userId, name, ...limits });

  /** A program with a key of a new service user. */
  async function program(limits: object = {}, groupIds: readonly number[] = []) {
    const owner = await serviceUser(groupIds);
    const made = await makeKey(owner.id, limits);
    return { owner, ...made, ...app.as(made.key) };
  }
  const listed = async (userId: number) =>
    await app.root.list<ItemOf<'GET /cms/key'>>(`/cms/key?user_id=${userId}`);
  return { serviceUser, makeKey, program, listed };
}

import type { FreshApp } from '../fresh-app.ts';

export interface MadeKey {
  readonly id: number;
  readonly key: string;
  readonly expire_time: number | null;
}

export interface ListedKey {
  readonly id: number;
  readonly name: string;
  readonly user: { readonly id: number; readonly username: string };
  readonly expire_time: number | null;
  readonly replaced_by: number | null;
  readonly used_time: number | null;
  readonly used_network: string | null;
}

/** Service users of this app, and their keys. */
export function keysOf(app: FreshApp) {
  let count = 0;
  async function serviceUser(groupIds: readonly number[] = []) {
    const username = `robot${++count}`;
    const body = { username, group_ids: groupIds };
    const { id } = await app.root.done<{ id: number }>('POST /cms/service-user', body);
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
    (await app.root.read<{ items: ListedKey[] }>(`/cms/key?user_id=${userId}`)).items;
  return { serviceUser, makeKey, program, listed };
}

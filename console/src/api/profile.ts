import { call } from './call.ts';
import { connection, setAccessToken } from './connection.ts';
import { type UploadedFile, uploadFile } from './files/files.ts';
import type { ItemOf } from './route-types.ts';
import { refreshMe } from './session.ts';

/** What users may change of themselves. */
export interface Profile {
  readonly username: string;
  readonly nickname: string;
  readonly email: string;
  readonly groups: readonly string[];
}

/** A place where the user is signed in. */
export type OwnSession = ItemOf<'GET /cms/user/sessions'>;

export async function readProfile(): Promise<Profile> {
  const { username, nickname, email, groups } = await call('GET /cms/user/information');
  return { username, nickname, email: email ?? '', groups: groups.map(({ name }) => name) };
}

export async function changeProfile(changes: { nickname?: string; email?: string }): Promise<void> {
  await call('PUT /cms/user', { body: changes });
  await refreshMe();
}

/** Asks for a mail to a new address, which takes effect once its link is opened. */
export async function changeAddress(email: string, password: string): Promise<string> {
  const answer = await connection.request('POST', '/cms/account/address', { body: { email, password } });
  return String(answer.msg);
}

/** Gives the user a picture; without one, the first letter of their name stands there again. */
export async function changeAvatar(picture: File | undefined): Promise<void> {
  const uploaded: UploadedFile | undefined = picture && (await uploadFile(picture));
  await call('PUT /cms/user/avatar', { body: { avatar: uploaded?.path ?? null } });
  await refreshMe();
}

/** Changes the password; all other sessions end, and this one goes on with a new token. */
export async function changePassword(body: {
  old_password: string;
  new_password: string;
  confirm_password: string;
}): Promise<void> {
  const { access_token } = await call('PUT /cms/user/change_password', { body });
  setAccessToken(access_token);
}

export async function listOwnSessions(): Promise<readonly OwnSession[]> {
  return call('GET /cms/user/sessions');
}

export async function endOwnSession(id: string): Promise<void> {
  await call('DELETE /cms/user/sessions/:id', { params: { id } });
}

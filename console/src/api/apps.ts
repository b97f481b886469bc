import { call } from './call.ts';
import type { AnswerOf, ItemOf } from './route-types.ts';

/** What an app asks a person for. */
export type AppRequest = AnswerOf<'GET /oauth/request/:uid/wants'>;

/** An app that acts in the user's name. */
export type OwnApp = ItemOf<'GET /cms/user/apps'>;

/** Where a request comes from: an app in this browser, or a device that shows a code. */
export type Asker = { readonly uid: string } | { readonly code: string };

export async function readRequest(asker: Asker): Promise<AppRequest> {
  if ('uid' in asker) return call('GET /oauth/request/:uid/wants', { params: { uid: asker.uid } });
  return call('GET /oauth/device/wants', { query: { user_code: asker.code } });
}

/** Grants these scopes, or refuses with null. Returns where the app waits; a device waits by itself. */
export async function decideRequest(
  asker: Asker,
  scopes: readonly string[] | null,
): Promise<string | undefined> {
  if ('uid' in asker) {
    const { uid } = asker;
    return (await call('POST /oauth/request/:uid/decision', { params: { uid }, body: { scopes } })).url;
  }
  await call('POST /oauth/device/decision', { body: { user_code: asker.code, scopes } });
  return undefined;
}

export async function listOwnApps(): Promise<readonly OwnApp[]> {
  return (await call('GET /cms/user/apps')).items;
}

export async function endOwnApp(id: string): Promise<void> {
  await call('DELETE /cms/user/apps/:id', { params: { id } });
}

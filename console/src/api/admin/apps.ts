import { call } from '../call.ts';
import type { BodyOf, ItemOf } from '../route-types.ts';

/** An app at which people sign in with their account here. */
export type App = ItemOf<'GET /cms/app'>;
export type NewApp = BodyOf<'POST /cms/app'>;

export const APPS_A_PAGE = 20;

export async function listApps(page: number) {
  return call('GET /cms/app', { query: { page, count: APPS_A_PAGE } });
}

/** Registers an app, and returns its id for the protocol with its secret, if it has one. */
export async function registerApp(body: NewApp) {
  return call('POST /cms/app', { body });
}

export async function setAppActive(id: string, active: boolean): Promise<void> {
  await call('PATCH /cms/app/:id', { params: { id }, body: { active } });
}

export async function deleteApp(id: string): Promise<void> {
  await call('DELETE /cms/app/:id', { params: { id } });
}

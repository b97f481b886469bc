import assert from 'node:assert/strict';
import type { BodyOf } from '../bodies.ts';
import type { FreshApp } from '../fresh-app.ts';

export type Users = BodyOf<'GET /cms/admin/users'>;
export type Group = BodyOf<'GET /cms/admin/group/:id'>;

/** Status and code of what is answered to somebody who may not, to a token that is not good, and to whom all is open. */
export const REFUSED = [401, 10000];
export const INVALID = [422, 10040];
/** To a refresh token that is not good. */
export const NOT_REFRESHED = [401, 10100];
export const WELCOME = [200, undefined];

/** What the super administrator does in this app, and how others fare. */
export function administration(app: FreshApp) {
  const admin = <Body = Record<string, unknown>>(method: string, path: string, body?: unknown) =>
    app.request<Body>(method, `/cms/admin${path}`, {
      token: app.root.access,
      ...(body !== undefined && { body }),
    });
  const outcome = async (...sent: Parameters<typeof admin>) => {
    const { status, body } = await admin(...sent);
    return [status, body.error_code];
  };
  const groupNamed = async (name: string) => {
    const { body } = await admin<{ items: Group[] }>('GET', '/group?count=100');
    const found = body.items.find((one) => one.name === name);
    assert.ok(found);
    return found.id;
  };
  const listed = async (id: number) => {
    const { body } = await admin<Users>('GET', '/users?count=100');
    return body.items.find((one) => one.id === id);
  };
  const asks = (path: string) => async (token: string) => {
    const { status, body } = await app.as(token).get(path);
    return [status, body.error_code];
  };
  return {
    admin,
    outcome,
    groupNamed,
    listed,
    search: asks('/cms/log/search'),
    auths: asks('/cms/user/auths'),
  };
}

import type { FreshApp, Tokens } from '../fresh-app.ts';

export const NEW_PASSWORD = 'another horse 2';

/** What somebody does with their own session and password in this app. */
export function ownSession(app: FreshApp) {
  const refresh = (token: string) => app.as(token).get<Tokens>('/cms/user/refresh');
  const changePassword = (token: string, old_password: string, new_password = NEW_PASSWORD) =>
    app.as(token).put<Tokens>('/cms/user/change_password', {
      old_password,
      new_password,
      confirm_password: new_password,
    });
  return { refresh, changePassword };
}

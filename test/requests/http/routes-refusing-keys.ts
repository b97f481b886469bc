import { Authenticator } from '../../support/sign-in/authenticator.ts';

const PASSWORD = 'another horse 2';

const device = new Authenticator();
const registered = device.register({ challenge: 'x' });
const answered = device.answer({ challenge: 'x' });

/** Routes that refuse an Idempotency-Key, with a body that they would take without one. */
export const refusing: Readonly<Record<string, object | undefined>> = {
  'POST /cms/user/login': { username: 'root', password: 'correct horse 1' },
  'POST /cms/user/captcha': undefined,
  'GET /cms/user/refresh': undefined,
  'POST /cms/user/refresh': undefined,
  'POST /cms/user/logout': undefined,
  'POST /cms/console/session': { username: 'root', password: 'correct horse 1' },
  'DELETE /cms/console/session': undefined,
  'POST /cms/console/session/refresh': undefined,
  'PUT /cms/user/change_password': {
    old_password: 'correct horse 1',
    new_password: PASSWORD,
    confirm_password: PASSWORD,
  },
  'PUT /cms/admin/user/{id}/password': { new_password: PASSWORD, confirm_password: PASSWORD },
  'PUT /cms/admin/password/{id}': { new_password: PASSWORD, confirm_password: PASSWORD },
  'POST /cms/key': { user_id: 1, name: 'x' },
  'POST /cms/admin/break-glass': { reason: 'Nobody answers', password: PASSWORD },
  'DELETE /cms/admin/break-glass': undefined,
  'POST /cms/access/impersonation': { user_id: 1 },
  'POST /cms/access/preview': {},
  'DELETE /cms/access/impersonation': undefined,
  'POST /cms/key/{id}/rotation': {},
  'POST /cms/user/second-factor/totp': undefined,
  'PUT /cms/user/second-factor/totp': { code: '123456' },
  'DELETE /cms/user/second-factor/totp': undefined,
  'POST /cms/user/second-factor/passkey/options': undefined,
  'POST /cms/user/second-factor/passkey': { name: 'x', passkey: registered },
  'PUT /cms/user/second-factor/passkey/{id}': { name: 'x' },
  'DELETE /cms/user/second-factor/passkey/{id}': undefined,
  'POST /cms/user/second-factor/recovery-codes': undefined,
  'DELETE /cms/user/second-factor/device/{id}': undefined,
  'DELETE /cms/user/second-factor/device': undefined,
  'POST /cms/user/reauthentication': { password: PASSWORD },
  'POST /cms/user/reauthentication/options': undefined,
  'POST /cms/user/passkey/options': undefined,
  'POST /cms/user/passkey/login': { passkey: answered },
  'POST /cms/console/session/passkey': { passkey: answered },
  'DELETE /cms/admin/user/{id}/second-factor': undefined,
  'POST /cms/account/sign-up': { email: 'ann@home.test' },
  'POST /cms/account/link': { token: 'x' },
  'POST /cms/account': { token: 'x', username: 'ann', password: PASSWORD, confirm_password: PASSWORD },
  'POST /cms/account/reset': { email: 'ann@home.test' },
  'PUT /cms/account/password': { token: 'x', new_password: PASSWORD, confirm_password: PASSWORD },
  'POST /cms/account/verification': undefined,
  'POST /cms/account/address': { email: 'ann@home.test', password: PASSWORD },
  'PUT /cms/account/address': { token: 'x' },
  'POST /cms/admin/invitation': { email: 'ann@home.test' },
  'DELETE /cms/admin/invitation/{id}': undefined,
  'PUT /cms/admin/sign-up/{id}': undefined,
  'DELETE /cms/admin/sign-up/{id}': undefined,
  'PUT /v1/paper/{id}/presence': undefined,
  'DELETE /v1/paper/{id}/presence': undefined,
};

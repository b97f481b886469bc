import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { freshApp, PASSWORD } from '../../support/fresh-app.ts';

test('a token of another database is refused, though secret, user and session have the same names', async () => {
  const secrets = [randomBytes(32).toString('base64url')] as const;
  const [old, renewed] = [await freshApp({ secrets }), await freshApp({ secrets })];
  const credentials = { body: { username: 'root', password: PASSWORD } };
  const first = await old.request<{ access_token: string }>('POST', '/cms/user/login', credentials);
  await renewed.request('POST', '/cms/user/login', credentials);
  const answer = await renewed.request('GET', '/cms/user/auths', { token: first.body.access_token });
  assert.equal(answer.status, 422, answer.text);
  assert.equal(answer.body.error_code, 10040);
});

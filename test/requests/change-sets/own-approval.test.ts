import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Client } from '../../support/client.ts';
import { freshApp, type Tokens } from '../../support/fresh-app.ts';

const app = await freshApp({ contentDir: 'test/content/sets' });
let count = 0;

describe('authors of change sets do not approve them', () => {
  const again = async (username: string) => app.as((await app.signIn(username)).access);
  const ways: Record<string, (author: { id: number; username: string }) => Promise<Client>> = {
    'in another session': ({ username }) => again(username),
    'as a super administrator by then': async ({ id, username }) => {
      await app.behind('update quire_membership set group_id = 1 where user_id = ?', id);
      return again(username);
    },
    'as another user whom they impersonate': async ({ id, username }) => {
      const other = await app.person();
      await app.behind('update quire_membership set group_id = 1 where user_id = ?', id);
      const author = await again(username);
      const body = { user_id: other.id };
      return app.as((await author.done<Tokens>('POST /cms/access/impersonation', body)).access_token);
    },
  };
  for (const [how, approver] of Object.entries(ways))
    it(how, async () => {
      const author = await app.person();
      const items = [{ record: 'law', action: 'create', values: { title: `own ${++count}` } }];
      const id = await author.make('/v1/change-set', { title: 'own', items });
      await author.done(`POST /v1/change-set/${id}/submit`);
      const by = await approver(author);
      const body = { version: 2, apply: true };
      const { status } = await by.post(`/v1/change-set/${id}/approve`, body);
      assert.ok([401, 403, 404].includes(status), String(status));
      assert.equal((await app.root.read(`/v1/change-set/${id}`)).state, 'submitted');
    });
});

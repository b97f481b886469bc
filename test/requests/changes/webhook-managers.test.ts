import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Client } from '../../support/client.ts';
import { freshApp } from '../../support/fresh-app.ts';

const HOOK_URL = 'https://shop.example/hooks';
const app = await freshApp({ contentDir: 'test/content/rules' });
const holder = await app.granted('webhook.manage');
const other = await app.granted('webhook.manage');
const member = await app.person();

describe('who manages webhooks', () => {
  for (const [who, client, status] of [
    ['nobody', app.nobody, 401],
    ['a member', member, 401],
    ['a holder of the permission', holder, 201],
    ['a super administrator', app.root, 201],
  ] as const)
    it(`${who} who makes one is answered ${status}`, async () => {
      assert.equal((await client.post('/cms/webhook', { name: 'mine', url: HOOK_URL })).status, status);
    });

  it('nobody finds those of others, but super administrators', async () => {
    const id = await holder.make('/cms/webhook', { name: 'own', url: HOOK_URL });
    const paths = [
      ['GET', `/cms/webhook/${id}`],
      ['GET', `/cms/webhook/${id}/delivery`],
      ['PATCH', `/cms/webhook/${id}`],
      ['POST', `/cms/webhook/${id}/secret`],
      ['POST', `/cms/webhook/${id}/test`],
      ['DELETE', `/cms/webhook/${id}`],
    ] as const;
    for (const [method, path] of paths) {
      const sent = method === 'GET' || method === 'DELETE' ? undefined : {};
      assert.equal((await other.ask(`${method} ${path}`, sent)).status, 404, `${method} ${path}`);
    }
    const names = async (client: Client) =>
      (await client.list<{ name: string }>('/cms/webhook?count=100')).map(({ name }) => name);
    assert.ok(!(await names(other)).includes('own'));
    assert.ok((await names(app.root)).includes('own'));
  });
});

describe('the number of webhooks', () => {
  it('is bounded for each creator, and in all', async () => {
    const bounded = await freshApp({ contentDir: 'test/content/rules' });
    const [one, another] = [await bounded.granted('webhook.manage'), await bounded.granted('webhook.manage')];
    const made = async (by: Client) => {
      const answer = await by.post<{ id: number }>('/cms/webhook', { name: 'x', url: HOOK_URL, records: [] });
      return answer.status === 201 ? answer.body.id : `${answer.status} ${answer.text}`;
    };
    const own = [];
    for (let count = 0; count < 20; count += 1) own.push(await made(one));
    assert.match(String(await made(one)), /^400 .*20/);
    assert.equal(typeof (await made(another)), 'number');
    await one.done(`DELETE /cms/webhook/${own[0]}`);
    assert.equal(typeof (await made(one)), 'number');
    for (let count = 21; count < 200; count += 1) assert.equal(typeof (await made(bounded.root)), 'number');
    for (const by of [another, bounded.root]) assert.match(String(await made(by)), /^400 .*200/);
  });
});

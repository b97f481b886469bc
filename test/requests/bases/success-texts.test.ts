// No engine changes its result: the server holds the texts.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshApp, PASSWORD } from '../../support/fresh-app.ts';
import { multipart } from '../../support/records/uploads.ts';

// Answers confirm what happened, and the log names people, groups and permissions, in the same words under every base.

const app = await freshApp();
const bases = ['', '/lin2', '/lin3'] as const;

interface Text {
  readonly zh: string;
  readonly en: string;
}

/** The texts of a write in both languages, and what the log says of it. */
async function done(method: string, urls: readonly [zh: string, en: string], body: object = {}) {
  const texts: string[] = [];
  for (const [index, language] of ['zh', 'en'].entries()) {
    const answer = await app.request(method, urls[index] ?? '', {
      token: app.root.access,
      body: {
        ...body,
        ...(method === 'POST' && index === 1 && 'name' in body && { name: `${body.name} 2` }),
      },
      headers: { 'accept-language': language },
    });
    assert.ok(answer.status < 300, answer.text);
    texts.push(String(answer.body.msg ?? answer.body.message));
  }
  const log = await app.root.read<{ items: { message: string }[] }>('/cms/log?count=2');
  return { texts, logged: log.items.map(({ message }) => message).toReversed() };
}

for (const base of bases)
  describe(`under ${base || '/'}, answers and the log tell in words`, () => {
    it('what was done to a book', async () => {
      const id = await app.makeBook();
      const made = await done('POST', [`${base}/v1/book`, `${base}/v1/book`], { title: '山海经' });
      assert.deepEqual(made.texts, ['新建图书成功', 'Book created']);
      assert.match(made.logged[0] ?? '', /^root 新建图书成功 \d+$/);
      const url = `${base}/v1/book/${id}`;
      const changed = await done('PUT', [url, url], { title: '海经' });
      assert.deepEqual(changed.texts, [`更新图书 ${id} 成功`, `Book ${id} updated`]);
      const gone = await done('DELETE', [url, `${base}/v1/book/${await app.makeBook()}`]);
      assert.equal(gone.texts[0], `删除图书 ${id} 成功`);
      assert.equal(gone.logged[0], `root 删除图书 ${id} 成功`);
    });
    it('a group and its permissions, by ids and by names', async () => {
      const name = `编辑${base}`;
      const url = `${base}/cms/admin/group`;
      assert.deepEqual((await done('POST', [url, url], { name })).texts, [
        `新建分组 ${name} 成功`,
        `Group ${name} 2 created`,
      ]);
      const groups = await app.root.read<{ id: number; name: string }[]>('/cms/admin/group/all');
      const group_id = groups.find((one) => one.name === name)?.id;
      const names = ['搜索日志', '删除图书'];
      const permission_ids = await app.permissionIds('log.search', 'book.delete');
      const granted = `授予分组 ${name} 权限成功：${names.join('、')}`;
      for (const [path, body] of [
        ['permission/dispatch/batch', { group_id, permission_ids }],
        ['dispatch/patch', { group_id, auths: names }],
      ] as const) {
        const at = `${base}/cms/admin/${path}`;
        const { texts, logged } = await done('POST', [at, at], body);
        assert.deepEqual(texts, [
          granted,
          `Permissions granted to group ${name}: Search the log, Delete books`,
        ]);
        assert.equal(logged[0], `root ${granted}`);
      }
      const revoked = `${base}/cms/admin/permission/remove`;
      const { logged } = await done('POST', [revoked, revoked], { group_id, permission_ids });
      assert.equal(logged[0], `root 收回分组 ${name} 权限成功：${names.join('、')}`);
      const one = `${url}/${group_id}`;
      const renamed = await done('PUT', [one, one], { name: `主编${base}` });
      assert.deepEqual(renamed.texts, [
        `更新分组 ${name} 成功，改名为 主编${base}`,
        `Group 主编${base} updated`,
      ]);
      assert.equal(
        (await done('DELETE', [one, `${url}/${await app.groupWith()}`])).logged[0],
        `root 删除分组 主编${base} 成功`,
      );
    });
    it('what was done to a user', async () => {
      const { id, username } = await app.person();
      const url = `${base}/cms/admin/user/${id}`;
      const words = { new_password: 'Words_456', confirm_password: 'Words_456' };
      for (const [method, path, body, text] of [
        ['PUT', url, { email: '' }, { zh: `更新用户 ${username} 成功`, en: `User ${username} updated` }],
        [
          'PUT',
          `${url}/password`,
          words,
          { zh: `重设用户 ${username} 的密码成功`, en: `Password of user ${username} reset` },
        ],
        [
          'DELETE',
          `${url}/activation`,
          {},
          { zh: `停用用户 ${username} 成功`, en: `User ${username} deactivated` },
        ],
        [
          'PUT',
          `${url}/activation`,
          {},
          { zh: `启用用户 ${username} 成功`, en: `User ${username} activated` },
        ],
      ] as const satisfies readonly (readonly [string, string, object, Text])[]) {
        const { texts, logged } = await done(method, [path, path], body);
        assert.deepEqual([texts, logged[0]], [[text.zh, text.en], `root ${text.zh}`]);
      }
      const other = await app.person();
      const gone = await done('DELETE', [url, `${base}/cms/admin/user/${other.id}`]);
      assert.deepEqual(gone.texts, [`删除用户 ${username} 成功`, `User ${other.username} deleted`]);
      const body = { username: `新人${base}`, password: PASSWORD, confirm_password: PASSWORD };
      const made = await app.root.post(`${base}/cms/user/register`, body);
      assert.equal(made.body.msg ?? made.body.message, `新建用户 新人${base} 成功`);
    });
  });

describe('sizes', () => {
  it('are given in MB', async () => {
    const small = await freshApp({ uploadRules: { ...app.settings.uploadRules, maxFileBytes: 1_572_864 } });
    const sent = multipart([{ key: 'file', name: 'a.png', bytes: Buffer.alloc(1_600_000) }]);
    for (const [language, text] of [
      ['zh', '不能超过 1.5 MB'],
      ['en', 'at most 1.5 MB'],
    ] as const) {
      const headers = { ...sent.headers, 'accept-language': language };
      const answer = await small.request('POST', '/cms/file', { token: small.root.access, ...sent, headers });
      assert.equal(answer.status, 413);
      assert.ok(String(answer.body.msg).endsWith(text), answer.text);
    }
  });
});

describe('names of blanks', () => {
  it('are refused: nicknames and groups', async () => {
    for (const blank of ['  ', '\u3000\u3000', '\u200b\u200b', '\t\t']) {
      const account = { username: 'newcomer', nickname: blank };
      const secret = { password: PASSWORD, confirm_password: PASSWORD };
      for (const [request, body] of [
        ['PUT /cms/user', { nickname: blank }],
        ['POST /cms/user/register', { ...account, ...secret }],
        ['POST /cms/service-user', account],
        ['POST /cms/admin/group', { name: blank }],
      ] as const)
        assert.deepEqual(
          await app.root.outcome(request, body),
          [400, 10030],
          request + JSON.stringify(blank),
        );
    }
    await app.root.done('PUT /cms/user', { nickname: '小 林' });
  });
});

describe('the sample books', () => {
  it('can be saved by clients that ask for an image', async () => {
    const site = await freshApp({ sampleData: true });
    const books = await site.root.read<{ image: string }[]>('/lin3/v1/book');
    assert.ok(books.length > 0);
    for (const { image } of books) assert.match(image, /^https:\/\//);
  });
});

// No engine changes its result: the log keeps a reason by its key, and puts it into words when it is read.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { freshApp, PASSWORD } from '../../support/fresh-app.ts';

const app = await freshApp();
const member = await app.person();

/** The newest line of the log, in the language of a reader. */
async function newest(language: string): Promise<string> {
  const headers = { 'accept-language': language };
  const { body } = await app.request<{ items: readonly { message: string }[] }>('GET', '/cms/log?count=1', {
    token: app.root.access,
    headers,
  });
  return body.items[0]?.message ?? '';
}

const refusals: Readonly<
  Record<string, readonly [() => Promise<unknown>, english: string, chinese: string]>
> = {
  'of nobody': [() => app.nobody.get('/cms/log'), '(no token)', '（没有令牌）'],
  'of a forged token': [
    () => app.request('GET', '/cms/log', { token: 'a.b.c' }),
    '(malformed or forged token)',
    '（令牌格式错误或系伪造）',
  ],
  'for want of a permission': [
    () => member.get('/cms/log'),
    '(none of the groups holds log.list)',
    '（所在分组均没有权限 log.list）',
  ],
  'of all but super administrators': [
    () => member.get('/cms/admin/group/all'),
    '(not a member of the super administrators)',
    '（不是超级管理员）',
  ],
  'of a wrong password, with the user': [
    () => app.nobody.post('/cms/user/login', { username: member.username, password: `not ${PASSWORD}` }),
    `(wrong user name or password, user ${member.id})`,
    `（用户名或密码错误，用户 ${member.id}）`,
  ],
};

for (const [what, [ask, english, chinese]] of Object.entries(refusals))
  it(`the log explains a refusal ${what} in its reader's language`, async () => {
    await ask();
    const lines = [await newest('en'), await newest('zh')];
    assert.deepEqual(
      lines.map((line) => line.slice(line.search(/[(（]/))),
      [english, chinese],
    );
  });

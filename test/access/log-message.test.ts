// No engine changes its result: messages are rendered without a database.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { logMessage } from '../../server/access/log-lines.ts';
import { created, done } from '../../server/access/write-result.ts';
import { render } from '../../server/messages/message.ts';

const asked = {
  actor: { id: 7n, username: 'mei {user.id}' },
  requestId: 'r-1',
  now: 0,
  method: 'POST',
  path: '/v1/book',
};

describe('the log says', () => {
  const made = created(12, '新建图书', 9_007_199_254_740_993n);
  const templates: Readonly<Record<string, string>> = {
    '{user.username} made {response.id}': 'mei {user.id} made 9007199254740993',
    '{user.id}{request.method}{request.path} {response.status_code}/{response.code}': '7POST/v1/book 201/12',
    '{request.id}: {response.message}': 'r-1: 新建图书',
    'nothing but this': 'nothing but this',
  };
  for (const [template, expected] of Object.entries(templates))
    it(template, () => assert.equal(render(logMessage(template)(asked, made), 'zh'), expected));
  it('who did what to which record, where there is no template', () => {
    assert.equal(render(logMessage()(asked, made), 'zh'), 'mei {user.id} 新建图书 9007199254740993');
    assert.equal(render(logMessage()(asked, done(4, '修改密码')), 'zh'), 'mei {user.id} 修改密码');
    const inEnglish = created(12, 'Book created', 3n);
    assert.equal(render(logMessage()(asked, inEnglish), 'en'), 'mei {user.id}: Book created (id 3)');
    assert.equal(
      render(logMessage()(asked, done(4, 'Password changed')), 'en'),
      'mei {user.id}: Password changed',
    );
  });
});

describe('a template is refused', () => {
  for (const placeholder of [
    'user.password',
    'request.body',
    'request.headers.authorization',
    'user',
    '',
    'a.b',
    'constructor',
  ])
    it(`with {${placeholder}}`, () =>
      assert.throws(() => logMessage(`x {${placeholder}} y`), /there is no \{/));
});

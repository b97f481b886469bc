// No engine changes its result: rules are decided without a database.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Actor, anonymous } from '../../server/access/actor.ts';
import { decide, withSettings } from '../../server/access/decide.ts';
import type { AccessRule } from '../../server/definitions/access-rule.ts';
import { render } from '../../server/messages/message.ts';

const actor = (id: bigint, more: Partial<Actor> = {}): Actor => ({
  ...anonymous,
  id,
  username: `u${id}`,
  ...more,
});
const nobody = anonymous;
const member = actor(2n);
const editor = actor(3n, { permissions: new Set(['post.edit']), groupIds: [7n] });
const root = actor(1n, { isSuper: true });
const callers = { nobody, member, editor, root };

const permission = { key: 'post.edit', name: 'Edit posts', module: 'Post' };
const edit: AccessRule = { level: 'permission', permission };
const live = { state: 'live' };
const ofGroups: AccessRule = {
  level: 'login',
  records: (actor) => ({ group: { in: actor?.groupIds ?? [] } }),
};

/** The answer to each caller: the records, or why not. */
const table: readonly (readonly [what: string, rule: AccessRule, told: readonly unknown[]])[] = [
  ['everybody', { level: 'public' }, ['all', 'all', 'all', 'all']],
  ['members', { level: 'login' }, ['no token', 'all', 'all', 'all']],
  ['holders', edit, ['no token', 'none of the groups holds post.edit', 'all', 'all']],
  [
    'super',
    { level: 'super' },
    ['no token', ...Array(2).fill('not a member of the super administrators'), 'all'],
  ],
  [
    'own',
    { level: 'login', records: 'own' },
    ['no token', { create_user_id: 2n }, { create_user_id: 3n }, 'all'],
  ],
  [
    'own of everybody',
    { level: 'public', records: 'own' },
    ['none', { create_user_id: 2n }, { create_user_id: 3n }, 'all'],
  ],
  ['a condition', { level: 'public', records: live }, [live, live, live, 'all']],
  ['a function', ofGroups, ['no token', { group: { in: [] } }, { group: { in: [7n] } }, 'all']],
  [
    'several',
    { level: 'any', rules: [{ level: 'public', records: live }, { level: 'login', records: 'own' }, edit] },
    [live, { or: [live, { create_user_id: 2n }] }, 'all', 'all'],
  ],
  [
    'several that all refuse: the last says why',
    { level: 'any', rules: [{ level: 'super' }, edit] },
    ['no token', 'none of the groups holds post.edit', 'all', 'all'],
  ],
];

for (const [what, rule, told] of table)
  test(`callers are decided on by a rule for ${what}`, () => {
    const decisions = Object.values(callers).map((caller) => decide(caller, rule));
    assert.deepEqual(
      decisions.map((decision) => (decision.allowed ? decision.records : render(decision.reason, 'en'))),
      told,
    );
  });

test('a setting makes public what says so, also among several', () => {
  const off: AccessRule = { level: 'login', publicWhenOff: 'X_LOGIN_REQUIRED' };
  const several: AccessRule = { level: 'any', rules: [off, edit] };
  assert.equal(withSettings(several, new Set()), several);
  assert.deepEqual(withSettings(off, new Set(['X_LOGIN_REQUIRED'])), { level: 'public' });
  const switched = withSettings(several, new Set(['X_LOGIN_REQUIRED']));
  assert.deepEqual(switched, { level: 'any', rules: [{ level: 'public' }, edit] });
});

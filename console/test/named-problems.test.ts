import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { namedProblems } from '../src/parts/forms/named-problems.ts';

const FIELDS = ['old_password', 'new_password', 'nickname', 'email'];

describe('problems that one sentence names', () => {
  for (const [message, expected] of [
    ['Invalid input: email has the wrong format', { email: 'has the wrong format' }],
    [
      'Invalid input: email has the wrong format; nickname must have at least 2 characters',
      { email: 'has the wrong format', nickname: 'must have at least 2 characters' },
    ],
    [
      '参数错误：new_password 不能少于 6 个字符；nickname 不能为空',
      { new_password: '不能少于 6 个字符', nickname: '不能为空' },
    ],
    ['The old password is wrong', { '': 'The old password is wrong' }],
  ] as const)
    it(message, () => assert.deepEqual(namedProblems(message, FIELDS), expected));
});

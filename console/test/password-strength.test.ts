import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strengthOf } from '../src/form/password-strength.ts';

const own = ['lin', 'lin.mei@garden.example'];
const expected = {
  short: ['', 'abc', '1234567', '七个字的密码啊'],
  own: ['lin-2026!', 'garden.garden', 'LinMei1234'],
  weak: ['12345678', 'aaaaaaaa', 'hgfedcba', 'abababab'],
  fair: ['kettle42x'],
  strong: ['twelve red kites', 'q7#vXe-Lm2!', '青山绿水，白云蓝天，红叶黄花'],
} as const;

for (const [strength, passwords] of Object.entries(expected))
  for (const password of passwords)
    test(`'${password}' is ${strength}`, () => assert.equal(strengthOf(password, own), strength));

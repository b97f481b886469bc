import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { commentParts, nameBeing, toSent, toTyped, withChosen } from '../src/form/mention-text.ts';

const ann = { id: '1', name: 'Ann' };
const anna = { id: '2', name: 'Anna' };
const wei = { id: '3', name: '王伟' };
const odd = { id: '4', name: 'a.b (c)' };

describe('mentions in a comment', () => {
  for (const [typed, sent, chosen] of [
    ['@Ann and @Anna', '<@1> and <@2>', [ann, anna]],
    ['@Anna', '@Anna', [ann]],
    ['@王伟你好', '<@3>你好', [wei]],
    ['@a.b (c), @aXb (c)', '<@4>, @aXb (c)', [odd]],
    ['@Ann', '@Ann', []],
    ['mail@Ann.example', 'mail<@1>.example', [ann]],
  ] as const)
    it(`${typed} is sent as ${sent}`, () => assert.equal(toSent(typed, chosen), sent));

  it('are typed again as they were, and stay ids where nobody is known', () => {
    assert.equal(toTyped('<@1>, <@2> and <@9>', [ann, anna]), '@Ann, @Anna and <@9>');
    assert.deepEqual(commentParts('<@3>!', [wei]), [
      { text: '@王伟', isMention: true },
      { text: '!', isMention: false },
    ]);
  });

  for (const [typed, found] of [
    ['@', { start: 0, search: '' }],
    ['Hello @An', { start: 6, search: 'An' }],
    ['你好，@王', { start: 3, search: '王' }],
    ['me@home', undefined],
    ['@Ann said', undefined],
  ] as const)
    it(`"${typed}" ${found ? 'begins' : 'begins no'} name`, () =>
      assert.deepEqual(nameBeing(typed, typed.length), found));

  it('tell users with the same name apart', () => {
    const [all, added] = withChosen([ann], { id: '7', name: 'Ann' });
    assert.deepEqual(added, { id: '7', name: 'Ann (7)' });
    assert.equal(toSent('@Ann (7) @Ann', all), '<@7> <@1>');
    assert.deepEqual(withChosen([ann], ann)[0], [ann]);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isWithinRule } from '../../server/definitions/value-rule.ts';

describe('values of one rule', () => {
  const inside = (members: object) => ({ inside: members });
  for (const [one, other, isWithin] of [
    [{}, {}, true],
    [{ max: 5 }, { max: 5 }, true],
    [{ max: 5 }, { max: 6 }, true],
    [{ max: 5 }, { max: 10 }, true],
    [{ max: 5 }, { max: 4 }, false],
    [{}, { max: 5 }, false],
    [{ depth: 2 }, { depth: 3 }, true],
    [{ depth: 3 }, { depth: 2 }, false],
    [{ min: 5 }, { min: 5 }, true],
    [{ min: 5 }, { min: 4 }, true],
    [{ min: 4 }, { min: 5 }, false],
    [{ min: 5 }, {}, true],
    [{}, { min: 5 }, false],
    [{ required: true }, {}, true],
    [{}, { required: true }, false],
    [{ choices: ['a'] }, { choices: ['a', 'b'] }, true],
    [{ choices: ['a', 'b'] }, { choices: ['a'] }, false],
    [{ choices: ['a', 'b'] }, { choices: ['b', 'a'] }, true],
    [{ policy: 'url 1' }, { policy: 'url 1' }, true],
    [{ policy: 'url 1' }, { policy: 'url 2' }, false],
    [{ max: 5, min: 1 }, { max: 6, min: 2 }, false],
    [inside({ a: { max: 5 } }), inside({ a: { max: 6 }, b: {} }), true],
    [inside({ a: { max: 5 }, b: {} }), inside({ a: { max: 5 } }), false],
    [inside({ a: { max: 5 }, b: { max: 5 } }), inside({ a: { max: 5 }, b: { max: 4 } }), false],
    [inside({ a: {} }), {}, false],
  ] as const)
    it(`of ${JSON.stringify(one)} are ${isWithin ? '' : 'not surely '}values of ${JSON.stringify(other)}`, () =>
      assert.equal(isWithinRule(JSON.stringify(one), JSON.stringify(other)), isWithin));

  it('of another form are the same or not known', () => {
    for (const [one, other, isWithin] of [
      ['text', 'text', true],
      ['text', 'url', false],
      ['text', '{}', false],
      ['{}', 'text', false],
    ] as const)
      assert.equal(isWithinRule(one, other), isWithin);
  });
});

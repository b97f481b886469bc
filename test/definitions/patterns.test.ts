import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { schemaCheck } from '../../server/definitions/check-schema.ts';
import { text } from '../../server/definitions/fields/text.ts';
import { Problem } from '../../server/definitions/problem.ts';

/** Patterns, a text that each takes, and one over which it would backtrack for ever. */
const patterns: readonly (readonly [pattern: RegExp, good: string, endless: string])[] = [
  [/(\w+\s?)*/, 'two words', `${'a'.repeat(60)}!`],
  [/(a|a)*/, 'aaa', `${'a'.repeat(60)}!`],
  [/(a|aa){1,90}/, 'aaa', `${'a'.repeat(80)}!`],
  [/([\p{L}\]]+\)?)+/u, '书]s)', `${'书'.repeat(60)}!`],
  [/(?:\w\{?)+(?:\w|\d)+(?:\w\d)+/, 'abc1', `${'a1'.repeat(40)}!`],
  [/a?a?a?a?a?a?a?a?a?a?a?a?(?:a?){40}a{50}/, 'a'.repeat(50), 'a'.repeat(49)],
];

describe('a pattern that backtracks without end', () => {
  for (const [pattern, good, endless] of patterns) {
    it(`refuses a text that it cannot judge soon: ${pattern}`, () => {
      const field = text({ max: 100, pattern });
      assert.equal(field.clean(good), good);
      assert.ok(field.clean(endless) instanceof Problem);
    });
    it(`does so in the schema of a route: ${pattern}`, () => {
      const check = schemaCheck({ type: 'string', pattern: `^${pattern.source}$` });
      assert.equal(check(good), undefined);
      assert.notEqual(check(endless), undefined);
    });
  }
});

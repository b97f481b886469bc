// No engine changes its result: a message is part of a definition alone.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { list, text } from '../../server/definitions/index.ts';
import { Problem } from '../../server/definitions/problem.ts';
import { ruleOf } from '../../server/definitions/value-rule.ts';
import { render } from '../../server/messages/message.ts';

const MATCHES = /[A-Z]{3}-\d{3}/;
const MESSAGE = { en: 'must be a code such as ABC-123', zh: '须为代码，如 ABC-123' };
const told = text({ max: 9, pattern: { matches: MATCHES, message: MESSAGE } });
const bare = text({ max: 9, pattern: MATCHES });

describe('a pattern with a message', () => {
  it('accepts what the pattern alone accepts, and says in each language why a value is refused', () => {
    for (const field of [told, bare]) assert.equal(field.clean('ABC-123'), 'ABC-123');
    const refused = told.clean('abc');
    assert.ok(refused instanceof Problem);
    assert.deepEqual([render(refused.text, 'en'), render(refused.text, 'zh')], [MESSAGE.en, MESSAGE.zh]);
  });

  it('says it for parts of values, and leaves other refusals their own words', () => {
    const lists = list(told).clean(['ABC-123', 'x']);
    assert.ok(lists instanceof Problem);
    assert.deepEqual(lists.within?.[1], MESSAGE);
    const long = told.clean('ABC-123-456');
    assert.ok(long instanceof Problem && render(long.text, 'en') !== MESSAGE.en);
  });

  it('describes the field, and is no other rule than the pattern alone', () => {
    assert.deepEqual([told.input.pattern, told.input.about], [bare.input.pattern, MESSAGE]);
    assert.equal(ruleOf(told), ruleOf(bare));
  });

  const wrong = [
    { matches: MATCHES },
    { message: MESSAGE },
    { matches: 'x', message: MESSAGE },
    { matches: MATCHES, message: '' },
    { matches: MATCHES, message: { de: 'x' } },
    { matches: MATCHES, message: MESSAGE, mesage: 'x' },
    'x',
  ];
  for (const pattern of wrong)
    it(`is refused as ${JSON.stringify(pattern)}`, () => {
      const { problems = [] } = text({ max: 9, pattern } as never);
      assert.match(
        problems.join(),
        /'pattern' must be a regular expression .* or \{ matches: .*, message: … \}/,
      );
    });
});

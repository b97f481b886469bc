// No engine changes its result: it counts what is said.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Repeated } from '../../server/shared/counting/repeated.ts';

const MINUTE = 60_000;

describe('what is repeated', () => {
  it('is said at once, then once a minute with its number, and anew after a quiet minute', ({ mock }) => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const said: string[] = [];
    const repeated = new Repeated(MINUTE);
    const note = (key: string) =>
      repeated.note(
        key,
        () => said.push(key),
        (times) => said.push(`${key} ×${times}`),
      );
    const takeSaid = () => said.splice(0);

    for (const key of ['one', 'two', 'one', 'one']) note(key);
    assert.deepEqual(takeSaid(), ['one', 'two']);
    mock.timers.tick(MINUTE - 1);
    assert.deepEqual(takeSaid(), []);
    mock.timers.tick(1);
    assert.deepEqual(takeSaid(), ['one ×2']);

    for (const key of ['two', 'one']) note(key);
    assert.deepEqual(takeSaid(), ['two']);
    mock.timers.tick(MINUTE);
    assert.deepEqual(takeSaid(), ['one ×1']);

    mock.timers.tick(MINUTE);
    for (const key of ['one', 'two']) note(key);
    assert.deepEqual(takeSaid(), ['one', 'two']);

    note('two');
    repeated.flush();
    assert.deepEqual(takeSaid(), ['two ×1']);
  });

  it('is remembered for a bounded number of things; further ones are said each time', ({ mock }) => {
    mock.timers.enable({ apis: ['setTimeout'] });
    let said = 0;
    const repeated = new Repeated(MINUTE);
    const tell = () => {
      said += 1;
    };
    for (let turn = 0; turn < 2; turn += 1)
      for (let thing = 0; thing < 1010; thing += 1) repeated.note(String(thing), tell, tell);
    assert.equal(said, 1010 + 10);
  });
});

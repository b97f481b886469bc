// No engine changes its result: answers are counted in the process.
import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { describe, it } from 'node:test';
import { Unread } from '../../../server/http/edge/overload.ts';

const connection = () => new EventEmitter() as unknown as Socket;
const [one, two, third] = [{}, {}, {}];

/** Two answers to one network on one connection, and one to another network on another. */
function three() {
  const unread = new Unread();
  const [first, second] = [connection(), connection()];
  unread.add(first, one, { network: 'a', bytes: 10 });
  unread.add(first, two, { network: 'a', bytes: 5 });
  unread.add(second, third, { network: 'b', bytes: 3 });
  return {
    unread,
    first,
    second,
    counts: () => [unread.all, unread.of('a'), unread.of('b'), unread.of('c')],
  };
}

describe('the bytes of answers that nobody has read', () => {
  it('add up, for each network and for all', () => {
    assert.deepEqual(three().counts(), [18, 15, 3, 0]);
  });

  it('are fewer by those of an answer that was read', () => {
    const { unread, first, second, counts } = three();
    unread.remove(first, one);
    assert.deepEqual(counts(), [8, 5, 3, 0]);
    unread.remove(first, two);
    assert.deepEqual(counts(), [3, 0, 3, 0]);
    unread.remove(second, third);
    assert.deepEqual(counts(), [0, 0, 0, 0]);
  });

  it('are given back once for each answer, also where its connection closes later', () => {
    const { unread, first, counts } = three();
    for (let turn = 0; turn < 2; turn += 1) unread.remove(first, one);
    assert.deepEqual(counts(), [8, 5, 3, 0]);
    for (let turn = 0; turn < 2; turn += 1) first.emit('close');
    assert.deepEqual(counts(), [3, 0, 3, 0]);
    unread.remove(first, two);
    assert.deepEqual(counts(), [3, 0, 3, 0]);
  });

  it('of a connection that closes are given back, and of no other', () => {
    const { second, counts } = three();
    second.emit('close');
    assert.deepEqual(counts(), [15, 15, 0, 0]);
  });

  it('count again when the same network is answered again', () => {
    const { unread, first, counts } = three();
    for (const answer of [one, two]) unread.remove(first, answer);
    unread.add(first, one, { network: 'a', bytes: 7 });
    assert.deepEqual(counts(), [10, 7, 3, 0]);
  });

  it('are those of two networks that share a connection, as behind a proxy', () => {
    const unread = new Unread();
    const shared = connection();
    unread.add(shared, one, { network: 'a', bytes: 10 });
    unread.add(shared, two, { network: 'b', bytes: 4 });
    assert.equal(shared.listenerCount('close'), 1, 'one listener, however many answers wait');
    unread.remove(shared, one);
    assert.deepEqual([unread.all, unread.of('a'), unread.of('b')], [4, 0, 4]);
    shared.emit('close');
    assert.deepEqual([unread.all, unread.of('b')], [0, 0]);
  });

  it('of a connection that has no answers stay as they are', () => {
    const { unread, counts } = three();
    unread.remove(connection(), one);
    assert.deepEqual(counts(), [18, 15, 3, 0]);
  });
});

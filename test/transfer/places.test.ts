import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../server/errors.ts';
import { Places } from '../../server/features/transfer/places.ts';

test('one asker cannot take the places of all, and a place is given back once', () => {
  const places = new Places(3, 2);
  const refused = (asker: string) =>
    assert.throws(
      () => places.take(asker),
      (error) => error instanceof AppError && error.status === 429,
    );
  const leave = places.take('ann');
  places.take('ann');
  refused('ann');
  places.take('bob');
  refused('eve');
  leave();
  leave();
  places.take('eve');
  refused('bob');
});

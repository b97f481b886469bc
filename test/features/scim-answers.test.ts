// No engine changes its result: what directories send is read without a database.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AppError } from '../../server/errors.ts';
import { shown, windowOf } from '../../server/features/scim/answers.ts';
import { scimFailures } from '../../server/features/scim/scim-error.ts';
import { outcomeOf } from '../support/scim-outcome.ts';

describe('what an answer shows', () => {
  const user = { id: '7', schemas: ['s'], userName: 'ann', name: { formatted: 'Ann' }, active: true };
  for (const [asked, names] of [
    [{}, ['id', 'schemas', 'userName', 'name', 'active']],
    [{ attributes: '' }, ['id', 'schemas', 'userName', 'name', 'active']],
    [{ attributes: 'username, NAME.formatted' }, ['id', 'schemas', 'userName', 'name']],
    [{ attributes: 'title' }, ['id', 'schemas']],
    [{ excludedAttributes: 'USERNAME,id,active' }, ['id', 'schemas', 'name']],
    [{ attributes: 'active', excludedAttributes: 'active' }, ['id', 'schemas', 'active']],
  ] as const)
    it(JSON.stringify(asked), () => assert.deepEqual(Object.keys(shown(user, asked)), names));

  for (const [asked, startIndex, limit] of [
    [{}, 1, 100],
    [{ startIndex: '1', count: '0' }, 1, 0],
    [{ startIndex: '0', count: '-1' }, 1, 0],
    [{ startIndex: '2', count: '200' }, 2, 200],
    [{ startIndex: '-5', count: '201' }, 1, 200],
  ] as const)
    it(`from ${startIndex} at most ${limit}, asked for ${JSON.stringify(asked)}`, () =>
      assert.deepEqual(windowOf(asked), { startIndex, offset: startIndex - 1, limit }));

  for (const asked of [{ startIndex: 'x' }, { count: '1.5' }, { count: '' }, { count: '1234567890' }])
    it(`nothing, asked for ${JSON.stringify(asked)}`, () =>
      assert.equal(
        outcomeOf(() => windowOf(asked)),
        `invalidValue: ${Object.keys(asked)} must be an integer`,
      ));
});

describe('a failure of a request', () => {
  for (const [key, told, scimType] of [
    ['usernameTaken', 409, 'uniqueness'],
    ['emailTaken', 409, 'uniqueness'],
    ['groupNameTaken', 409, 'uniqueness'],
    ['duplicate', 409, 'uniqueness'],
    ['badParameters', 400, 'invalidValue'],
    ['notFound', 404, undefined],
  ] as const)
    it(`${key} is ${told} ${scimType ?? ''}`, () => {
      const body = scimFailures.bodyOf(new AppError(key), 'en') as Record<string, unknown>;
      assert.deepEqual(
        [scimFailures.statusOf(new AppError(key)), body.status, body.scimType, body.schemas],
        [told, String(told), scimType, ['urn:ietf:params:scim:api:messages:2.0:Error']],
      );
    });
});

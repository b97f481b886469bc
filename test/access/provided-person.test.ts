// No engine changes its result: what a provider says of a person is read without a database.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readPerson } from '../../server/features/oidc/person.ts';

const of = (claims: object, groupsClaim?: string) =>
  readPerson({ sub: 's', ...claims }, { issuer: 'https://login.example.org', groupsClaim });
const long = (length: number) => '😀'.repeat(length);

describe('a person as a provider describes them', () => {
  it('has at least a subject', () => {
    assert.deepEqual(of({}), {
      ...{ issuer: 'https://login.example.org', subject: 's', address: undefined, name: '' },
      ...{ names: [], groups: [], providerSession: undefined },
    });
    for (const sub of [undefined, null, '', 7, 'a\n', '\ud800', long(256)])
      assert.throws(() => of({ sub }), /the provider named nobody/);
    assert.equal(of({ sub: long(255) }).subject, long(255));
  });

  for (const [email, verified, address] of [
    ['mei@garden.example', true, 'mei@garden.example'],
    ['mei@garden.example', 'true', undefined],
    ['mei@garden.example', undefined, undefined],
    ['mei@garden', true, undefined],
    ['mei garden@x.example', true, undefined],
    [`${'m'.repeat(85)}@garden.example`, true, `${'m'.repeat(85)}@garden.example`],
    [`${'m'.repeat(86)}@garden.example`, true, undefined],
    [['mei@garden.example'], true, undefined],
  ] as const)
    it(`${email}, ${verified ? 'verified' : 'not verified'}: ${address ?? 'no address'}`, () => {
      assert.equal(of({ email, email_verified: verified }).address, address);
    });

  const email = { email: 'mei@garden.example', email_verified: true };
  for (const [claims, name, names] of [
    [{ preferred_username: 'mei', name: 'Lin Mei', ...email }, 'Lin Mei', ['mei', 'mei', 'Lin Mei']],
    [{ preferred_username: 'lin@x.example', ...email }, 'lin@x.example', ['lin', 'mei']],
    [{ ...email }, 'mei@garden.example', ['mei']],
    [{ ...email, email_verified: false }, '', []],
    [{ preferred_username: 'n'.repeat(200), name: long(101) }, 'n'.repeat(100), ['n'.repeat(200)]],
    [{ name: long(100) }, long(100), [long(100)]],
    [{ preferred_username: '@x', name: 7 }, '@x', []],
  ] as const)
    it(`is called ${name.slice(0, 20) || 'nothing'}`, () => {
      const person = of(claims);
      assert.deepEqual([person.name, person.names], [name, names]);
    });

  for (const [claim, claims, groups] of [
    [undefined, { groups: ['a'] }, []],
    ['groups', { groups: ['a', 7, null, 'b'] }, ['a', 'b']],
    ['groups', { groups: 'a' }, ['a']],
    ['groups', {}, []],
    ['realm.roles', { realm: { roles: ['a', 'b'] } }, ['a', 'b']],
    ['realm.roles', { 'realm.roles': ['c'], realm: { roles: ['a'] } }, ['c']],
    ['realm.roles', { realm: null }, []],
    ['realm.roles', { realm: 'roles' }, []],
    ['realm.toString', { realm: {} }, []],
    ['https://x.example/groups', { 'https://x.example/groups': ['a'] }, ['a']],
  ] as const)
    it(`is in ${groups.join(' and ') || 'no group'} by ${claim} in ${JSON.stringify(claims)}`, () => {
      assert.deepEqual(of(claims, claim).groups, groups);
    });

  it('is in a thousand groups at most', () => {
    const groups = Array.from({ length: 1001 }, (_, index) => String(index));
    assert.deepEqual(of({ groups }, 'groups').groups, groups.slice(0, 1000));
  });

  it('has the session of the provider, if it has a name', () => {
    assert.deepEqual(
      [of({ sid: 'a' }), of({ sid: '' }), of({ sid: 7 })].map((one) => one.providerSession),
      ['a', undefined, undefined],
    );
  });
});

// No engine changes its result: addresses are read as texts.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { networkOf } from '../../server/access/actor.ts';
import { isNetwork, liesWithin, makeNetworkCheck } from '../../server/shared/networks.ts';

describe('the network of an address', () => {
  for (const [address, network] of [
    ['192.0.2.7', '192.0.2.7'],
    ['0.0.0.0', '0.0.0.0'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:db8:1:3:3:4:5:6', '2001:db8:1:3::/64'],
    ['2001:db8::6', '2001:db8:0:0::/64'],
    ['2001:db8:1:2::6', '2001:db8:1:2::/64'],
    ['2001::1:2:3:4:5:6', '2001:0:1:2::/64'],
    ['1:2:3:4:5:6:7::', '1:2:3:4::/64'],
    ['fe80::1', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['::2:3:4:5:6:7:8', '0:2:3:4::/64'],
    ['64:ff9b::c000:207', '64:ff9b:0:0::/64'],
  ] as const)
    it(`${address} is ${network}`, () => assert.equal(networkOf(address), network));
});

describe('a network, or an address, may be named', () => {
  for (const [text, expected] of [
    ['192.0.2.7', true],
    ['192.0.2.0/0', true],
    ['192.0.2.0/1', true],
    ['192.0.2.0/32', true],
    ['192.0.2.0/33', false],
    ['192.0.2.0/128', false],
    ['2001:db8::/33', true],
    ['2001:db8::/128', true],
    ['2001:db8::/129', false],
    ['::/0', true],
    ['192.0.2.0/01', false],
    ['192.0.2.0/', false],
    ['192.0.2.0/-1', false],
    ['192.0.2.0/8/8', false],
    ['192.0.2', false],
    ['fe80::1%eth0', false],
    ['', false],
  ] as const)
    it(`${text || 'an empty text'}: ${expected}`, () => assert.equal(isNetwork(text), expected));
});

describe('networks lie within others', () => {
  for (const [inner, outer, expected] of [
    [['10.0.0.0/8'], ['10.0.0.0/8'], true],
    [['10.1.2.3'], ['10.1.2.3'], true],
    [['10.1.2.3/32'], ['10.1.2.3'], true],
    [['10.1.2.0/24'], ['10.1.0.0/16'], true],
    [['10.1.0.0/16'], ['10.1.2.0/24'], false],
    [['10.0.0.0/7'], ['10.0.0.0/8'], false],
    [['11.0.0.0/8'], ['10.0.0.0/8'], false],
    [['10.1.0.0/16', '11.0.0.1'], ['10.0.0.0/8'], false],
    [['10.1.0.0/16', '11.0.0.1'], ['10.0.0.0/8', '11.0.0.0/24'], true],
    [['2001:db8::/32'], ['2001:db8::/32'], true],
    [['2001:db8:1::/48'], ['2001:db8::/32'], true],
    [['2001:db8::/32'], ['2001:db8::/33'], false],
    [['10.0.0.0/8'], ['::/0'], false],
    [['::1'], ['0.0.0.0/0'], false],
    [['::1', '10.0.0.1'], ['0.0.0.0/0', '::/0'], true],
    [[], ['10.0.0.0/8'], false],
    [[], [], true],
    [['10.0.0.0/8'], [], true],
  ] as const)
    it(`${inner.join() || 'all'} in ${outer.join() || 'all'}: ${expected}`, () =>
      assert.equal(liesWithin(inner, outer), expected));
});

describe('an address belongs to', () => {
  for (const [networks, inside, outside] of [
    [
      ['192.0.2.0/24'],
      ['192.0.2.0', '192.0.2.255', '::ffff:192.0.2.1'],
      ['192.0.1.255', '192.0.3.0', '::1', 'x'],
    ],
    [['192.0.2.7'], ['192.0.2.7'], ['192.0.2.6', '192.0.2.8']],
    [['2001:db8::/32'], ['2001:db8::', '2001:db8:ffff::1'], ['2001:db7::1', '2001:db9::', '192.0.2.1']],
    [
      ['192.0.2.7', '2001:db8::1'],
      ['192.0.2.7', '2001:db8::1'],
      ['2001:db8::2', '192.0.2.8'],
    ],
    [[], ['192.0.2.7', '::1'], []],
  ] as const)
    it(`${networks.join(' and ') || 'any network where none is named'}`, () => {
      const check = makeNetworkCheck(networks);
      for (const address of inside) assert.equal(check(address), true, address);
      for (const address of outside) assert.equal(check(address), false, address);
    });
});

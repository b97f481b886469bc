// No engine changes its result: addresses are read as texts.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { networkOf } from '../../server/access/sign-in/network.ts';

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

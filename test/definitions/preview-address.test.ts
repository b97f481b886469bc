import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filledAddress, originOf, withToken } from '../../contract/preview-address.ts';

const at = 'https://site.example:8443/{locale}/{slug}?q={slug}#{id}';

test('values of an address are escaped, and choose nothing but their place', () => {
  for (const [value, escaped] of [
    ['sea', 'sea'],
    ['a b&c=d', 'a%20b%26c%3Dd'],
    ['//evil.example/', '%2F%2Fevil.example%2F'],
    ['../admin', '..%2Fadmin'],
    ['@evil.example', '%40evil.example'],
    ['海', '%E6%B5%B7'],
  ]) {
    const filled = filledAddress(at, (place) => (place === 'slug' ? value : '1') ?? '');
    assert.equal(filled, `https://site.example:8443/1/${escaped}?q=${escaped}#1`);
    assert.equal(new URL(filled ?? '').host, 'site.example:8443');
  }
});

test('an address with a gap is none', () => {
  for (const value of ['', '.', '..'])
    assert.equal(
      filledAddress(at, () => value),
      undefined,
      value,
    );
});

test('its origin is that of the definition, and its token stands beside other parameters', () => {
  assert.equal(originOf(at), 'https://site.example:8443');
  assert.equal(originOf('http://site.example/{id}'), 'http://site.example');
  assert.equal(withToken('https://site.example/a?b=1', 'x+y'), 'https://site.example/a?b=1&preview=x%2By');
});

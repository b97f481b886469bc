// No engine changes its result: settings are read before a database is opened.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { ProviderSettings } from '../../server/features/oidc/provider.ts';
import { settingsFrom } from '../../server/settings.ts';
import { temporaryFolder } from '../support/test-database.ts';

const given = {
  QUIRE_SECRET: 'a secret of more than 32 different bytes',
  OIDC_PROVIDERS: 'company',
  OIDC_COMPANY_ISSUER: 'https://login.test',
  OIDC_COMPANY_CLIENT_ID: 'quire',
  OIDC_COMPANY_CLIENT_SECRET: 'hush hush',
};
const read = (changes: Record<string, string> = {}): readonly ProviderSettings[] =>
  settingsFrom({ ...given, ...changes }).oidcProviders;

describe('the settings of a provider', () => {
  it('are closed by default', () => {
    const [one] = read();
    assert.deepEqual(
      [one?.label, one?.createsUsers, one?.linksByAddress, one?.signsOutThere, one?.groups],
      ['company', false, false, false, []],
    );
  });
  it('map claims that hold signs of equality and commas', () => {
    const [one] = read({ OIDC_COMPANY_GROUPS: 'cn=writers,ou=cms=Writers; plain=The plain' });
    assert.deepEqual(one?.groups, [
      ['cn=writers,ou=cms', 'Writers'],
      ['plain', 'The plain'],
    ]);
  });
  it('may have a secret in a file', () => {
    const path = join(temporaryFolder(), 'client');
    writeFileSync(path, ' with a blank \n');
    const { OIDC_COMPANY_CLIENT_SECRET: _, ...others } = given;
    const { oidcProviders } = settingsFrom({ ...others, OIDC_COMPANY_CLIENT_SECRET_FILE: path });
    assert.equal(oidcProviders[0]?.clientSecret, ' with a blank ');
  });
  it('may name this machine without TLS', () => {
    for (const host of ['localhost:1', '127.0.0.1:1', '[::1]:1'])
      assert.equal(read({ OIDC_COMPANY_ISSUER: `http://${host}` })[0]?.issuer, `http://${host}`);
  });
  const wrong: Readonly<Record<string, Record<string, string>>> = {
    OIDC_PROVIDERS: { OIDC_PROVIDERS: 'Com pany' },
    OIDC_COMPANY_ISSUER: { OIDC_COMPANY_ISSUER: 'http://login.test' },
    OIDC_COMPANY_CLIENT_ID: { OIDC_COMPANY_CLIENT_ID: '' },
    OIDC_COMPANY_SCOPES: { OIDC_COMPANY_SCOPES: 'email' },
    OIDC_COMPANY_CREATE_USERS: { OIDC_COMPANY_CREATE_USERS: 'yes' },
    OIDC_COMPANY_GROUPS: { OIDC_COMPANY_GROUPS: 'writers' },
    OIDC_COMPANY_CREATE_USER: { OIDC_COMPANY_CREATE_USER: 'true' },
    'two providers have the issuer': {
      OIDC_PROVIDERS: 'company,other',
      OIDC_OTHER_ISSUER: 'https://login.test',
      OIDC_OTHER_CLIENT_ID: 'quire',
    },
  };
  for (const [name, changes] of Object.entries(wrong))
    it(`stop the start where they cannot be used: ${name}`, () =>
      assert.throws(
        () => read(changes),
        ({ message }: Error) => message.includes(name) && !message.includes('hush'),
      ));
});

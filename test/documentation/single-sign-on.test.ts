import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { follow } from '../support/documentation/documented.ts';
import { falseProvider } from '../support/outside/false-provider.ts';

let printed = '';
before(async () => {
  const { issuer } = await falseProvider();
  const settings = {
    LANGUAGE: 'en',
    OIDC_PROVIDERS: 'company',
    OIDC_COMPANY_LABEL: 'Example Ltd',
    OIDC_COMPANY_ISSUER: issuer,
    OIDC_COMPANY_CLIENT_ID: 'quire',
    OIDC_COMPANY_CLIENT_SECRET: 'the secret from the provider',
  };
  const pages = await follow(['README.md', 'docs/guides/single-sign-on.md'], ['book.ts'], settings);
  printed = pages.at(-1) ?? '';
});

describe('docs/guides/single-sign-on.md', () => {
  it('offers the provider', () =>
    assert.match(printed, /"providers":\[\{"name":"company","label":"Example Ltd"\}\]/));
  it('refuses other pages to return to', () =>
    assert.match(printed, /"code":10030,"errors":\[\{"parameter":"return_to"/));
  it('refuses a guessed code', () => assert.match(printed, /"type":"urn:quire:error:attemptInvalid"/));
  it('lists no identities yet', () => assert.match(printed, /\[\]/));
});

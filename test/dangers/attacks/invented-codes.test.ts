// No engine changes its result: failures are counted as those of sign-ins are.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';
import { falseProvider } from '../../support/outside/false-provider.ts';
import { browser, PAGE, proof, providerSettings } from '../../support/sign-in/through-provider.ts';

const provider = await falseProvider();
provider.answers.set('/token', (response) => {
  response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_grant"}');
});
const app = await freshApp({
  oidcReturnUrls: [PAGE],
  oidcProviders: [providerSettings('false', provider.issuer)],
});

/** More visits than one network may fail with. */
const VISITS = 100;
const FLOODING = '198.51.100.7';

/** Begins a visit as anybody can, and returns with an invented code. */
async function invent(address: string): Promise<number> {
  const from = {
    request: (method, path, sent) => app.request(method, path, { ...sent, address }),
  } as typeof app;
  const way = browser(from);
  const query = new URLSearchParams({ return_to: PAGE, code_challenge: proof().challenge });
  const begun = await way.here(`/cms/oidc/false/start?${query}`);
  const state = new URL(String(begun.headers.location)).searchParams.get('state') ?? '';
  const returned = new URLSearchParams({ state, code: 'invented', iss: provider.issuer });
  return (await way.here(`/cms/oidc/false/callback?${returned}`)).status;
}

const asksForTokens = () => provider.asked.filter((path) => path === '/token').length;

it('a provider is not asked about invented codes for ever, and others sign in meanwhile', async () => {
  const statuses: number[] = [];
  for (let visit = 0; visit < VISITS; visit += 1) statuses.push(await invent(FLOODING));
  const refused = statuses.indexOf(429);
  assert.ok(refused > 0, 'refused in the end');
  assert.ok(statuses.slice(refused).every((status) => status === 429));
  assert.equal(asksForTokens(), refused, 'no refused visit reached the provider');
  assert.equal(await invent('198.51.100.8'), 302);
  const records = await app.database.look('select id from quire_sign_in_attempt');
  assert.equal(records.length, refused + 1, 'no refused visit left a record');
});

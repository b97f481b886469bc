import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import { exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose';

export type Claims = Readonly<Record<string, unknown>>;

/** How an answer is given instead of the usual one. */
export type Answering = (response: ServerResponse) => void;

/** A provider that does what a test wants: it tells anything, in any form. Gone when the test file has run. */
export async function falseProvider() {
  const pair = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(pair.publicKey)), kid: 'one', use: 'sig', alg: 'RS256' };
  const pem = await exportSPKI(pair.publicKey);
  const answers = new Map<string, Answering>();
  const asked: string[] = [];
  const state = { idToken: '', metadata: {} as Claims, userinfo: {} as Claims };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', issuer);
    asked.push(pathname);
    const answer = answers.get(pathname);
    if (answer) return answer(response);
    const told = usual()[pathname];
    response.writeHead(told ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(told));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => server.close().closeAllConnections());
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on a port

  const usual = (): Readonly<Record<string, unknown>> => ({
    '/.well-known/openid-configuration': {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/keys`,
      authorization_response_iss_parameter_supported: true,
      id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
      ...state.metadata,
    },
    '/keys': { keys: [jwk] },
    '/token': { access_token: 'a', token_type: 'Bearer', id_token: state.idToken },
    '/userinfo': state.userinfo,
  });

  /** A token that the provider signs; a claim of undefined is left out. */
  function sign(claims: Claims, header: Claims = {}): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const all = { iss: issuer, aud: 'false', iat: now, exp: now + 300, ...claims };
    return new SignJWT(JSON.parse(JSON.stringify(all)))
      .setProtectedHeader({ alg: 'RS256', kid: 'one', ...header })
      .sign(pair.privateKey);
  }

  return { issuer, answers, asked, state, sign, pem };
}

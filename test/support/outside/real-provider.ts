import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import { exportJWK, generateKeyPair } from 'jose';
import Provider from 'oidc-provider';

export type Claims = Readonly<Record<string, unknown>>;

/** A certified OpenID provider on this machine, at which anybody signs in who is named; gone when the test file has run. */
export async function realProvider(names: readonly string[] = ['company']) {
  const accounts = new Map<string, Claims>();
  /** Who signs in next, and how the provider says that they proved it. */
  const state = {
    who: '',
    isRefusing: false,
    amr: undefined as string[] | undefined,
    acr: undefined as string | undefined,
  };
  const logoutTokens: { name: string; token: string }[] = [];
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/interaction/'))
      return void provider.interactionFinished(
        request,
        response,
        state.isRefusing
          ? { error: 'access_denied' }
          : { login: { accountId: state.who, remember: false, amr: state.amr, acr: state.acr } },
      );
    return callback(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => server.close().closeAllConnections());
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on a port

  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const clientOf = (name: string) => ({
    client_id: name,
    client_secret: `secret of ${name}`,
    redirect_uris: [`https://quire.test/cms/oidc/${name}/callback`],
    post_logout_redirect_uris: ['https://quire.test/console'],
    backchannel_logout_uri: `https://quire.test/cms/oidc/${name}/back-channel-logout`,
    backchannel_logout_session_required: true,
  });
  const provider = new Provider(issuer, {
    clients: names.map(clientOf),
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'own' }] },
    cookies: { keys: ['only for tests'] },
    claims: {
      openid: ['sub', 'amr', 'acr'],
      email: ['email', 'email_verified'],
      profile: ['name', 'preferred_username', 'groups'],
    },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: { enabled: true },
    },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId, ...accounts.get(accountId) }),
    }),
    async loadExistingGrant({ oidc: { session, client } }: LoadedContext) {
      const grant = new provider.Grant({ accountId: session.accountId, clientId: client.clientId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    /** Logout tokens are caught here; tests hand them over themselves. */
    async fetch(url: URL | string, { body }: { body?: unknown }) {
      const [, name = ''] = /oidc\/(\w+)\//.exec(String(url)) ?? [];
      logoutTokens.push({ name, token: new URLSearchParams(String(body)).get('logout_token') ?? '' });
      return new Response(null, { status: 204 });
    },
  });
  const callback = provider.callback();
  /** Lets people return to any address: to a server that listens on a port of its own. */
  const allowAllReturns = () =>
    Object.assign(provider.Client.prototype, {
      redirectUriAllowed: () => true,
      postLogoutRedirectUriAllowed: () => true,
    });
  return { issuer, accounts, state, logoutTokens, allowAllReturns };
}

interface LoadedContext {
  readonly oidc: {
    readonly session: { readonly accountId: string };
    readonly client: { readonly clientId: string };
  };
}

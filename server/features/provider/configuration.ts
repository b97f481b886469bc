import { user } from '../../access/accounts/user.collection.ts';
import type { RecordStore } from '../../records/record-store.ts';
import { deriveKeys } from '../../shared/secrets/derived-keys.ts';
import { GRANT_TYPES } from './apps.ts';
import { DEVICE_PROMPT } from './device-prompt.ts';
import { ACCESS_S, IDLE_S, LASTING } from './grants.ts';
import type { Client, Context, Library, Payload } from './library.ts';
import { ClientAdapter, GrantAdapter, NoSessions } from './other-adapters.ts';
import { INTERACTION, PATHS } from './paths.ts';
import { signingKeys } from './signing-keys.ts';
import { TokenAdapter } from './token-adapter.ts';

export interface ProviderParts {
  readonly store: RecordStore;
  readonly secrets: readonly [string, ...string[]];
  readonly issuer: string;
  /** Whether apps may register themselves. */
  readonly registers: boolean;
  readonly scopes: readonly string[];
}

const INTERACTION_S = 1800;
const DEVICE_S = 600;

/** The addresses for which an app may ask a token: all of them are this server. */
export const resourcesOf = (issuer: string): string[] =>
  ['/mcp', '/api/mcp', '/api', ''].map((path) => issuer + path);

/** What the library is told: codes with PKCE alone, tokens that are looked up, refresh tokens that are used once. */
export async function configurationOf(parts: ProviderParts, { errors }: Library): Promise<object> {
  const { store, secrets, issuer, scopes } = parts;
  const resources = resourcesOf(issuer);
  const [first, ...older] = deriveKeys(secrets, 'provider cookies');
  const cookie = { httpOnly: true, sameSite: 'lax', signed: true, secure: issuer.startsWith('https:') };
  return {
    adapter: (model: string) => adapterOf(parts, model, { resources, errors }),
    jwks: { keys: await signingKeys(store, secrets) },
    cookies: {
      names: { session: 'quire_app_session', interaction: 'quire_app_request', resume: 'quire_app_resume' },
      keys: [first, ...older].map((key) => key.toString('base64url')),
      long: { ...cookie, sameSite: 'none' }, // the library asks for it beside the next line; no answer keeps this cookie
      short: cookie,
    },
    extraParams: [DEVICE_PROMPT],
    enableHttpPostMethods: true,
    routes: PATHS,
    scopes,
    claims: {
      openid: ['sub'],
      profile: ['name', 'preferred_username'],
      email: ['email', 'email_verified'],
    },
    responseTypes: ['code'],
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
    clientDefaults: {
      grant_types: [GRANT_TYPES.code, GRANT_TYPES.refresh],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    allowOmittingSingleRegisteredRedirectUri: false,
    pkce: { required: () => true },
    ttl: {
      AccessToken: ACCESS_S,
      AuthorizationCode: 60,
      DeviceCode: DEVICE_S,
      IdToken: ACCESS_S,
      Interaction: INTERACTION_S,
      RefreshToken: IDLE_S,
      Session: INTERACTION_S,
      Grant: IDLE_S,
    },
    features: featuresOf(parts, resources, errors),
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `${issuer}${INTERACTION}/${uid}` },
    rotateRefreshToken: () => true,
    expiresWithSession: () => false,
    revokeGrantPolicy: () => true,
    issueRefreshToken: async (_: unknown, client: Client, { grantId = '' }: Payload) =>
      client.grantTypeAllowed(GRANT_TYPES.refresh) && (await isLasting(parts, grantId)),
    clientBasedCORS: (_: unknown, origin: string, { redirectUris = [] }: Client) =>
      redirectUris.some((uri) => URL.parse(uri)?.origin === origin),
    findAccount: (_: unknown, id: string) => accountOf(store, id),
    loadExistingGrant,
    renderError(context: Context, { error, error_description }: Readonly<Record<string, string>>) {
      context.type = 'text/plain; charset=utf-8';
      context.body = `${error}: ${error_description ?? ''}\n`;
    },
  };
}

function adapterOf(
  { store }: ProviderParts,
  model: string,
  { resources, errors }: { readonly resources: readonly string[]; readonly errors: Library['errors'] },
) {
  if (model === 'Client') return new ClientAdapter(store, errors);
  if (model === 'Grant') return new GrantAdapter(store, resources);
  return model === 'Session' ? new NoSessions() : new TokenAdapter(store, model, errors);
}

function featuresOf(
  { registers, scopes }: ProviderParts,
  resources: readonly string[],
  errors: Library['errors'],
): object {
  const ownTokens = (_: unknown, client: Client, { clientId }: Payload) => client.clientId === clientId;
  return {
    devInteractions: { enabled: false },
    claimsParameter: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    requestObjects: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    backchannelLogout: { enabled: false },
    clientCredentials: { enabled: false },
    dPoP: { enabled: false },
    userinfo: { enabled: true },
    revocation: { enabled: true, allowedPolicy: ownTokens },
    introspection: { enabled: true, allowedPolicy: ownTokens },
    deviceFlow: { enabled: true, charset: 'base-20', mask: '****-****' },
    registration: { enabled: registers, issueRegistrationAccessToken: false },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => undefined,
      useGrantedResource: () => true,
      getResourceServerInfo(_: unknown, resource: string) {
        if (!resources.includes(resource)) throw new errors.InvalidTarget('it is none of this server');
        return {
          scope: scopes.join(' '),
          audience: resource,
          accessTokenFormat: 'opaque',
          accessTokenTTL: ACCESS_S,
        };
      },
    },
  };
}

async function isLasting({ store }: ProviderParts, grantId: string): Promise<boolean> {
  const grant = await new GrantAdapter(store, []).find(grantId);
  const { scope = '' } = (grant?.openid ?? {}) as { scope?: string }; // as the adapter answers it
  return scope.split(' ').includes(LASTING);
}

/** The consent that a person has just given; what they took away of the request counts as refused. */
async function loadExistingGrant({ oidc }: Context & { oidc: { provider: ProviderOf } }) {
  const id = oidc.result?.consent?.grantId;
  const grant = id === undefined ? undefined : await oidc.provider.Grant.find(id);
  if (!grant) return undefined;
  const granted = new Set(grant.getOIDCScope().split(' '));
  const refused = [...oidc.requestParamScopes].filter((one) => !granted.has(one)).join(' ');
  if (refused !== '') {
    grant.rejectOIDCScope(refused);
    for (const resource of Object.keys(oidc.resourceServers)) grant.rejectResourceScope(resource, refused);
  }
  return grant;
}

type ProviderOf = import('./library.ts').OidcProvider;

/** A person as apps know them: by the number of their account. */
async function accountOf({ ownReads }: RecordStore, id: string) {
  const found = /^[1-9]\d{0,18}$/.test(id) ? await ownReads.find(user, BigInt(id)) : undefined;
  if (!found?.active) return undefined;
  const { nickname, username, email, email_standing } = found;
  return {
    accountId: id,
    claims: () => ({
      sub: id,
      name: nickname || username,
      preferred_username: username,
      ...(email && { email, email_verified: email_standing === 'verified' }),
    }),
  };
}

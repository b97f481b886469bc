import type { IncomingHttpHeaders } from 'node:http';
import {
  countFailure,
  countOrRefuse,
  type Door,
  networkOf,
  refuseThrottled,
  type Throttled,
} from '../../access/index.ts';
import { everyone } from '../../definitions/access-rule.ts';
import { Bytes, type Input, type Route, readBytes, route } from '../../http/index.ts';
import { keepDevicePrompt } from './device-prompt.ts';
import { policyOf } from './form-post.ts';
import { message } from './messages/message.ts';
import type { OpenProvider } from './open-provider.ts';
import type { ProviderFeature } from './parts.ts';
import { PATHS } from './paths.ts';
import { GENERAL_SCOPES, withProposals } from './scopes.ts';

const MOST_BYTES = 60_000;
const DISCOVERY = ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server'] as const;
/** Headers that the protocol reads. What proxies say of a request is not among them. */
const READ = ['authorization', 'content-type', 'accept', 'origin', 'user-agent'] as const;
/** Headers that its answers keep. */
const KEPT = /^(content-type|location|cache-control|pragma|vary|www-authenticate|access-control-[\w-]+)$/;
const OWN_COOKIE = /^quire_app_(request|resume)(\.sig)?=/;

const common = {
  tag: message('providerTag'),
  access: everyone,
  asksNobody: true,
  isNotForLin: true,
  isConfidential: true,
} as const;

/** The addresses of OAuth 2.1 and OpenID Connect, which the library answers. */
export function protocolRoutes(feature: ProviderFeature): Route[] {
  const get = (path: string) =>
    route({
      ...common,
      method: 'GET',
      path,
      summary: message('providerAsked'),
      handle: handlerOf(feature, path),
    });
  const post = (path: string) =>
    route({
      ...common,
      method: 'POST',
      path,
      accepts: '*/*',
      refusesIdempotencyKeys: true,
      summary: message('providerAsked'),
      handle: handlerOf(feature, path),
    });
  return [
    ...DISCOVERY.map(get),
    get(PATHS.jwks),
    route({
      ...common,
      method: 'GET',
      isWriting: true,
      path: PATHS.authorization,
      summary: message('authorize'),
      handle: handlerOf(feature, PATHS.authorization),
    }),
    route({
      ...common,
      method: 'GET',
      isWriting: true,
      isUndescribed: true,
      path: `${PATHS.authorization}/:uid`,
      summary: message('authorize'),
      handle: handlerOf(feature, `${PATHS.authorization}/:uid`),
    }),
    get(PATHS.userinfo),
    ...[
      PATHS.authorization,
      PATHS.token,
      PATHS.userinfo,
      PATHS.revocation,
      PATHS.introspection,
      PATHS.device_authorization,
    ].map(post),
    ...(feature.registers ? [post(PATHS.registration)] : []),
  ];
}

/** Requests that strangers may make only so often from one network, for each is kept. */
const COUNTED: Readonly<Record<string, Throttled['kind']>> = {
  [PATHS.authorization]: 'appsFrom',
  [PATHS.device_authorization]: 'appsFrom',
  [PATHS.registration]: 'registrationsFrom',
};

function handlerOf(feature: ProviderFeature, path: string) {
  return async (door: Door, input: Input): Promise<Bytes> => {
    const { admission } = door;
    const network = networkOf(input.from.address);
    const failures = [{ kind: 'address', key: network }] as const;
    await refuseThrottled(door.reads, failures, admission.now);
    const kind = COUNTED[path];
    if (kind) await door.bookkeep((writes) => countOrRefuse(writes, [{ kind, key: network }]));
    const open = await feature.open();
    const answer = await open.ask({
      method: admission.method,
      path: admission.path + queryOf(input, path),
      headers: headersOf(input.headers),
      body: admission.method === 'POST' ? await bodyOf(input, path) : undefined,
      address: input.from.address,
    });
    if (answer.status === 401 || /"invalid_(grant|client)"/.test(answer.text))
      await door.bookkeep((writes) => countFailure(writes, failures));
    return bytesOf(answer, path);
  };
}

/** Where an app says what it asks for. */
const ASKS: ReadonlySet<string> = new Set([PATHS.authorization, PATHS.device_authorization]);

function queryOf({ query }: Input, path: string): string {
  const all = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, String(one)]),
  );
  return all.length > 0 ? `?${askedIn(new URLSearchParams(all), path)}` : '';
}

async function bodyOf({ body }: Input, path: string): Promise<Buffer> {
  const bytes = await readBytes(body, MOST_BYTES);
  return ASKS.has(path) ? Buffer.from(askedIn(new URLSearchParams(String(bytes)), path)) : bytes;
}

function askedIn(values: URLSearchParams, path: string): string {
  const [scope, ...others] = values.getAll('scope');
  if (ASKS.has(path) && scope !== undefined && others.length === 0) values.set('scope', withProposals(scope));
  if (path === PATHS.device_authorization) keepDevicePrompt(values);
  return String(values);
}

function headersOf(headers: IncomingHttpHeaders): Record<string, string> {
  const read = READ.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]] as const]));
  const cookies = (headers.cookie ?? '').split(/;\s*/).filter((one) => OWN_COOKIE.test(one));
  return { ...Object.fromEntries(read), ...(cookies.length > 0 && { cookie: cookies.join('; ') }) };
}

function bytesOf({ status, headers, text }: Awaited<ReturnType<OpenProvider['ask']>>, path: string): Bytes {
  const kept = Object.entries(headers).filter(([name]) => KEPT.test(name));
  const cookies = [headers['set-cookie'] ?? []]
    .flat()
    .map(String)
    .filter((one) => OWN_COOKIE.test(one));
  const all = {
    'cache-control': 'no-store',
    'content-security-policy': policyOf(headers['content-type'], text),
    ...Object.fromEntries(kept.map(([name, value]) => [name, String(value)])),
    ...(cookies.length > 0 && { 'set-cookie': cookies }),
  };
  return new Bytes(status, all, DISCOVERY.some((one) => one === path) ? published(text) : text);
}

/** What is published of the server. */
function published(text: string): string {
  return JSON.stringify({ ...(JSON.parse(text) as object), scopes_supported: GENERAL_SCOPES });
}

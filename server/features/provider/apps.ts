import { type App, app, revokeWhere } from '../../access/index.ts';
import { badParameters } from '../../errors.ts';
import type { Reads, Writes } from '../../records/index.ts';
import type { JsonObject } from '../../shared/json.ts';
import { hashOf } from '../../shared/secrets/hash-of.ts';
import { message } from './messages/message.ts';

/** The flows that an app may use. */
export const GRANT_TYPES = {
  code: 'authorization_code',
  refresh: 'refresh_token',
  device: 'urn:ietf:params:oauth:grant-type:device_code',
} as const;

/** The most apps that have registered themselves; a person's consent keeps one, and the others end after a day. */
const MOST_DYNAMIC = 10_000;
const NAME_LENGTH = 60;

/** What an app is registered with, beside its name and secret. */
export interface Registration {
  readonly redirect_uris: readonly string[];
  readonly application_type: 'web' | 'native';
  readonly grant_types: readonly string[];
  readonly token_endpoint_auth_method: string;
}

/** An app as the library reads it. Its secret is known by its hash alone, which the library compares as it is told. */
export function toClient({ client_id, name, secret_hash, metadata }: App): Record<string, unknown> {
  return {
    ...(metadata as object), // stored by the server
    client_id,
    client_name: name,
    response_types: (metadata as unknown as Registration).redirect_uris.length > 0 ? ['code'] : [],
    ...(secret_hash !== null && { client_secret: secret_hash }),
  };
}

/** The registration of an app by an administrator. Throws if an address is no place to which a code may be sent. */
export function registrationOf(
  redirectUris: readonly string[],
  { isConfidential, usesDevices }: { readonly isConfidential: boolean; readonly usesDevices: boolean },
): Registration {
  if (redirectUris.length === 0 && !usesDevices) throw badParameters({ redirect_uris: message('missing') });
  const wrong = redirectUris.find((uri) => !isPlace(uri));
  if (wrong !== undefined) throw badParameters({ redirect_uris: message('noPlaceOfApp', { uri: wrong }) });
  const isOnWeb = redirectUris.every((uri) => uri.startsWith('https:'));
  return {
    redirect_uris: redirectUris,
    application_type: isOnWeb && redirectUris.length > 0 ? 'web' : 'native',
    grant_types: [
      ...(redirectUris.length > 0 ? [GRANT_TYPES.code] : []),
      GRANT_TYPES.refresh,
      ...(usesDevices ? [GRANT_TYPES.device] : []),
    ],
    token_endpoint_auth_method: isConfidential ? 'client_secret_basic' : 'none',
  };
}

/** A page by https, one of this machine by http, or a scheme that a program has registered for itself (RFC 8252). */
function isPlace(uri: string): boolean {
  if (/[\s\p{C}\\]/u.test(uri)) return false; // read in another way than it is written
  const url = URL.parse(uri);
  if (url?.hash !== '' || url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:') return true;
  if (url.protocol === 'http:') return ['127.0.0.1', '[::1]'].includes(url.hostname);
  return url.protocol.includes('.');
}

/** The app of this id, unless it is disabled. */
export async function appById(reads: Reads, id: bigint): Promise<App | undefined> {
  const record = await reads.find(app, id);
  return record?.active ? record : undefined;
}

/** The form of a name by which the protocol knows an app. */
const CLIENT_ID = /^[\w-]{1,60}$/;

/** The app that the protocol knows by this name, unless it is disabled. */
export async function activeApp(reads: Reads, clientId: string): Promise<App | undefined> {
  if (!CLIENT_ID.test(clientId)) return undefined;
  const record = await reads.first(app, (select) => select.where('client_id', '=', clientId));
  return record?.active ? record : undefined;
}

/** Keeps an app that has registered itself. Answers why it does not, in the language of the protocol. */
export async function addDynamicApp(
  writes: Writes,
  clientId: string,
  metadata: Readonly<Record<string, unknown>>,
): Promise<string | undefined> {
  const places = [metadata.redirect_uris ?? []].flat().map(String);
  if (!places.every(isPlace)) return 'redirect_uris: https, http of this machine, or a scheme with a dot';
  const known = await writes.count(app, (select) => select.where('is_dynamic', '=', true));
  if (known >= MOST_DYNAMIC) return 'too many apps have registered themselves';
  const { client_id: _, client_name, client_secret, ...others } = metadata;
  await writes.create(app, {
    client_id: clientId,
    name: nameOf(client_name, metadata),
    secret_hash: typeof client_secret === 'string' ? hashOf(client_secret) : null,
    metadata: others as JsonObject, // the library has checked it
    is_dynamic: true,
  });
  return undefined;
}

/** What it calls itself, or the host of its page. */
function nameOf(name: unknown, metadata: Readonly<Record<string, unknown>>): string {
  const said = typeof name === 'string' ? visible(name) : '';
  const [first] = Array.isArray(metadata.redirect_uris) ? metadata.redirect_uris : [];
  const host = typeof first === 'string' ? URL.parse(first)?.host : undefined;
  return [...(said || host || 'app')].slice(0, NAME_LENGTH).join('').trim();
}

/** Without characters by which one name could pass for another. */
function visible(name: string): string {
  return name
    .replaceAll(/\p{DI}/gu, '')
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim();
}

/** Ends all consents to an app. */
export function endGrantsOf(writes: Writes, appId: bigint): Promise<number> {
  return revokeWhere(writes, (select) => select.where('app_id', '=', appId));
}

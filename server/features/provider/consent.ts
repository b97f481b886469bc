import { type App, type Door, session, success, WriteResult } from '../../access/index.ts';
import { AppError, badParameters } from '../../errors.ts';
import type { Input } from '../../http/route.ts';
import { GRANT_TYPES, type Registration } from './apps.ts';
import { DEVICE_PROMPT } from './device-prompt.ts';
import { addGrant, LASTING } from './grants.ts';
import type { Interaction } from './library.ts';
import { message } from './messages/message.ts';
import type { ProviderFeature } from './parts.ts';
import { isWriteScope } from './scopes.ts';

/** What an app learns when a person refuses. */
export const DENIED = 'the person refused';

/** What an app asks for, as the page shows it. */
export function describeRequest(
  { scopes }: ProviderFeature,
  app: App,
  scope: string,
  { language }: Pick<Input, 'language'>,
) {
  const hosts = new Set(registrationIn(app).redirect_uris.map(hostOf));
  return {
    app: { name: app.name, is_dynamic: app.is_dynamic, hosts: [...hosts] },
    wants: scopes()
      .wantsIn(askedScope(app, scope), language())
      .map((want) => ({ ...want, isSuggested: !(app.is_dynamic && isWriteScope(want.scope)) })),
  };
}

/** The scopes that a person grants. Throws if one was not asked for. */
export function requireAsked(
  { scopes }: ProviderFeature,
  app: App,
  scope: string,
  granted: readonly string[],
): string[] {
  const asked = scopes().wantsIn(askedScope(app, scope), 'en');
  const wrong = granted.find((one) => !asked.some(({ scope: known }) => known === one));
  if (wrong !== undefined) throw badParameters({ scopes: message('notAskedFor', { scope: wrong }) });
  return asked.flatMap((one) => (one.isNeeded || granted.includes(one.scope) ? one.scope : []));
}

/** Writes and logs what a person decides: a grant of these scopes, or none. */
export async function decide(
  door: Door,
  app: App,
  granted: readonly string[] | null,
  more: Readonly<Record<string, unknown>>,
): Promise<{ readonly written: WriteResult; readonly grantId: bigint | undefined }> {
  let grantId: bigint | undefined;
  const written = await door.write(async (writes) => {
    grantId = granted ? await addGrant(writes, door.actor, app, granted) : undefined;
    const text = granted
      ? message('requestGranted', { app: app.name, scopes: granted.join(', ') })
      : message('requestDenied', { app: app.name });
    return new WriteResult({ status: 200, code: success.done, text }, { more });
  });
  return { written, grantId };
}

/** What an app is registered with. */
export function registrationIn({ metadata }: App): Registration {
  return metadata as unknown as Registration; // the server stores nothing else
}

/** Where an app's addresses lead; of a program on the person's machine, its scheme. */
function hostOf(uri: string): string {
  const url = URL.parse(uri);
  if (url === null) return uri;
  return /^https?:$/.test(url.protocol) ? url.host : url.protocol; // the code goes where the scheme leads
}

/** An app that may refresh its tokens may ask for a consent that lasts: agents want one without saying so. */
function askedScope(app: App, scope: string): string {
  const { grant_types = [] } = registrationIn(app);
  return grant_types.includes(GRANT_TYPES.refresh) ? `${scope} ${LASTING}` : scope;
}

/** When the person of this session signed in, or last proved who they are; in milliseconds. */
export async function authenticationTime({ reads, actor }: Door): Promise<number> {
  const begun = await reads.find(session, actor.sessionId);
  return Math.max(begun?.create_time ?? 0, actor.proof?.time ?? 0);
}

/** Throws if an app asks that the person proves who they are, and they did so too long ago. */
export function requireRecent({ params, iat }: Pick<Interaction, 'params' | 'iat'>, time: number): void {
  const { [DEVICE_PROMPT]: ofDevice = '', prompt = ofDevice, max_age } = params;
  const mostSeconds = prompt.split(' ').includes('login') ? 0 : max_age;
  if (mostSeconds === undefined || time >= (iat - Number(mostSeconds)) * 1000) return;
  throw new AppError('reauthenticationRequired', { reason: message('appWantsProof') });
}

/** Whether an app expects another person to sign in, by an ID token that the library has verified. */
export function expectsAnother(
  { params: { id_token_hint: hint } }: Pick<Interaction, 'params'>,
  { actor }: Door,
): boolean {
  if (hint === undefined) return false;
  const payload = Buffer.from(hint.split('.')[1] ?? '', 'base64url').toString();
  const { sub } = JSON.parse(payload) as { readonly sub?: string }; // as OpenID Connect says
  return sub !== String(actor.id);
}

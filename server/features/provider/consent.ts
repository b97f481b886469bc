import { type App, type Door, success, WriteResult } from '../../access/index.ts';
import { badParameters } from '../../errors.ts';
import type { Input } from '../../http/route.ts';
import { GRANT_TYPES, type Registration } from './apps.ts';
import { addGrant, LASTING } from './grants.ts';
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

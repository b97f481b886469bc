import { CONSOLE_PATH, Type } from '../../../contract/index.ts';
import { getUser, requireOwnPassword } from '../../access/index.ts';
import { everyone, login } from '../../definitions/access-rule.ts';
import { AppError, badParameters } from '../../errors.ts';
import { Bytes, type Input, type Route, route } from '../../http/index.ts';
import { failures } from './failures.ts';
import { message } from './messages/message.ts';
import { getProvider, type OidcParts } from './parts.ts';
import type { Provider } from './provider.ts';
import { readReturnTo, withQuery } from './return-to.ts';
import * as schemas from './schemas.ts';
import { attemptInvalid, PATH, VISIT_MS, type Visit } from './visits.ts';

/** A ticket by which a signed-in user begins to link an identity. Nobody else can begin it for them. */
const TICKET = 'ticket';

interface Ticket {
  readonly provider: string;
  readonly userId: string;
}

/** Where visits to a provider begin. */
export function beginRoutes(parts: OidcParts): Route[] {
  return [startRoute(parts), linkRoute(parts)];
}

function startRoute(parts: OidcParts): Route {
  return route({
    ...schemas.common,
    method: 'GET',
    isWriting: true,
    path: `${PATH}/:provider/start`,
    access: everyone,
    summary: message('beginSignInBy'),
    params: schemas.providerParams,
    query: schemas.start,
    async handle(door, { params, query, headers }) {
      const { now } = door.admission;
      const provider = getProvider(parts, params.provider);
      const place = readReturnTo(query.return_to ?? CONSOLE_PATH, parts.places);
      if (place.isConsole) requireNotForeign(headers);
      else if (!query.code_challenge) throw badParameters({ code_challenge: message('missing') });
      const visit = parts.visits.begin({
        provider: params.provider,
        returnTo: place.url,
        ...(query.code_challenge && { challenge: query.code_challenge }),
        ...aimOf(parts, params.provider, { ticket: query.ticket, now }),
      });
      const address = await addressAt(provider, visit, callbackUrl(parts, params.provider));
      if (!address) return redirect(withQuery(place.url, { error: 'temporarily_unavailable' }));
      return redirect(address, parts.visits.keep(visit, now));
    },
  });
}

/** Another site could otherwise sign people in as somebody else. Browsers without the header send no cookie from elsewhere either. */
function requireNotForeign(headers: Input['headers']): void {
  const site = headers['sec-fetch-site'] ?? 'none';
  if (site === 'cross-site') throw new AppError('foreignPage', { reason: message('begunByAnotherSite') });
}

function aimOf(
  { seals }: OidcParts,
  provider: string,
  { ticket, now }: { readonly ticket: string | undefined; readonly now: number },
): Pick<Visit, 'aim' | 'userId'> {
  if (ticket === undefined) return { aim: 'sign_in' };
  const read = seals.open<Ticket>(TICKET, ticket, now);
  if (read?.provider !== provider) throw attemptInvalid(message('noValidTicket'));
  return { aim: 'link', userId: read.userId };
}

/** The provider's page for this visit; undefined if it does not answer. */
async function addressAt(
  provider: Provider,
  { state, nonce, verifier }: Visit,
  redirect_uri: string,
): Promise<string | undefined> {
  try {
    const { config } = await provider.published();
    const client = await import('openid-client');
    const address = client.buildAuthorizationUrl(config, {
      redirect_uri,
      scope: provider.settings.scopes,
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    return address.href;
  } catch (error) {
    if (error instanceof AppError && error.key === failures.providerUnavailable.key) return undefined;
    throw error;
  }
}

function linkRoute(parts: OidcParts): Route {
  return route({
    ...schemas.common,
    method: 'POST',
    path: `${PATH}/:provider/link`,
    access: login,
    needsProof: 'withSecondFactor',
    summary: message('beginLink'),
    params: schemas.providerParams,
    body: schemas.link,
    answer: Type.Object({ url: Type.String() }),
    async handle(door, { params, body }) {
      getProvider(parts, params.provider);
      const { return_to, code_challenge } = body;
      readReturnTo(return_to, parts.places);
      // Another way in outlives sessions and passwords, so a stolen session must not add one.
      await requireOwnPassword(door, await getUser(door.reads, door.actor.id), body.password);
      const ticket: Ticket = { provider: params.provider, userId: String(door.actor.id) };
      const sealed = parts.seals.seal(TICKET, ticket, door.admission.now + VISIT_MS);
      const begin = { return_to, ticket: sealed, ...(code_challenge && { code_challenge }) };
      return { url: withQuery(parts.places.toUrl(`${PATH}/${params.provider}/start`), begin) };
    },
  });
}

/** The address to which a provider sends people back. It is the provider's own, so that none answers for another. */
export function callbackUrl({ places }: OidcParts, provider: string): string {
  return places.toUrl(`${PATH}/${provider}/callback`);
}

/** Redirects a browser without a referrer. */
export function redirect(location: string, headers: Bytes['headers'] = {}): Bytes {
  return new Bytes(302, { location, 'referrer-policy': 'no-referrer', 'content-length': 0, ...headers });
}

import { randomBytes } from 'node:crypto';
import {
  attempt,
  countFailure,
  type Door,
  identityKey,
  networkOf,
  providerSessionKey,
  refuseThrottled,
} from '../../access/index.ts';
import { everyone } from '../../definitions/access-rule.ts';
import { type Route, route } from '../../http/route.ts';
import { hashOf } from '../../shared/secrets/hash-of.ts';
import { askProvider, type ProviderAnswer } from './ask-provider.ts';
import { callbackUrl, redirect } from './begin-routes.ts';
import { message } from './messages/message.ts';
import { getProvider, type OidcParts } from './parts.ts';
import { withQuery } from './return-to.ts';
import * as schemas from './schemas.ts';
import { attemptInvalid, PATH, VISIT_MS, type Visit } from './visits.ts';

/** How long the client may take to hand in its code, with a second factor where one is asked for. */
const CODE_MS = 300_000;

/**
 * Where a provider sends people back. The client gets a code, valid once and only for the client that began the visit. It
 * exchanges the code for the result, so no token is ever part of a URL.
 */
export function callbackRoute(parts: OidcParts): Route {
  return route({
    ...schemas.common,
    method: 'GET',
    isWriting: true,
    path: `${PATH}/:provider/callback`,
    access: everyone,
    summary: message('returnFromProvider'),
    params: schemas.providerParams,
    query: schemas.callback,
    async handle(door, { params, query, headers, from }) {
      const { now } = door.admission;
      const provider = getProvider(parts, params.provider);
      const throttled = [{ kind: 'address', key: networkOf(from.address) }] as const;
      await refuseThrottled(door.reads, throttled, now);
      const visit = parts.visits.find(headers, params.provider, { state: query.state, now });
      await useUp(door, visit);
      const address = new URL(withQuery(callbackUrl(parts, params.provider), query));
      const answer = await askProvider(provider, visit, address);
      const code = randomBytes(32).toString('base64url');
      await store(door, visit, { answer, code });
      if ('failure' in answer && answer.failure === 'providerRefused')
        await door.bookkeep((writes) => countFailure(writes, throttled)); // a client that made the code up never asks for the outcome
      return redirect(withQuery(visit.returnTo, { code }));
    },
  });
}

/** The unique state lets one request win, in all processes, before anything is asked of the provider. */
function useUp(door: Door, { state, aim, challenge }: Visit): Promise<void> {
  return door.bookkeep(async (writes) => {
    const expire_time = writes.context.now + VISIT_MS;
    await writes.create(attempt, { state: hashOf(state), aim, challenge, expire_time });
  });
}

function store(
  door: Door,
  visit: Visit,
  { answer, code }: { readonly answer: ProviderAnswer; readonly code: string },
): Promise<void> {
  return door.bookkeep(async (writes) => {
    const record = await writes.first(attempt, (select) => select.where('state', '=', hashOf(visit.state)));
    if (!record) throw attemptInvalid(message('visitTookTooLong'));
    const who = 'person' in answer ? answer.person : undefined;
    await writes.update(attempt, record.id, {
      code: hashOf(code),
      told: JSON.stringify({ ...answer, provider: visit.provider, userId: visit.userId }),
      identity: who ? identityKey(who) : null,
      provider_session: who ? providerSessionKey(who.issuer, who.providerSession) : null,
      expire_time: writes.context.now + CODE_MS,
    });
  });
}

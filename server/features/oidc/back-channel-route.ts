import {
  countFailure,
  done,
  endByProvider,
  networkOf,
  refuseThrottled,
  success,
} from '../../access/index.ts';
import { everyone } from '../../definitions/access-rule.ts';
import { AppError, contentTypeRefused } from '../../errors.ts';
import { type Route, readBytes, route } from '../../http/index.ts';
import { MAX_AGE, readLogoutToken, TOLERANCE } from './logout-token.ts';
import { message } from './messages/message.ts';
import { getProvider, type OidcParts } from './parts.ts';
import * as schemas from './schemas.ts';
import { PATH } from './visits.ts';

const MAX_BYTES = 20_000;
const FORM = 'application/x-www-form-urlencoded';

/** Receives a provider's notice that a session there has ended. The notice is signed, so the route is open to everybody. */
export function backChannelRoute(parts: OidcParts): Route {
  return route({
    ...schemas.common,
    method: 'POST',
    path: `${PATH}/:provider/back-channel-logout`,
    access: everyone,
    asksNobody: true,
    accepts: '*/*',
    summary: message('backChannelLogout'),
    params: schemas.providerParams,
    async handle(door, { params, body, headers, from }) {
      const provider = getProvider(parts, params.provider);
      const throttled = [{ kind: 'address', key: networkOf(from.address) }] as const;
      await refuseThrottled(door.reads, throttled, door.admission.now);
      if (headers['content-type']?.split(';')[0]?.trim().toLowerCase() !== FORM)
        throw contentTypeRefused(message('wrongContentType', { allowed: FORM }));
      const token = new URLSearchParams(String(await readBytes(body, MAX_BYTES))).get('logout_token') ?? '';
      const order = await readLogoutToken(provider, token).catch(async (error: unknown) => {
        if (error instanceof AppError && error.key === 'logoutTokenInvalid')
          await door.bookkeep((writes) => countFailure(writes, throttled));
        throw error;
      });
      return door.write(async (writes) => {
        const goodFor = (MAX_AGE + 2 * TOLERANCE) * 1000;
        const count = await endByProvider(writes, order, goodFor);
        return done(success.done, message('endedByProvider', { provider: provider.settings.label, count }));
      });
    },
  });
}

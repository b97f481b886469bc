import { countFailure, type Door, networkOf, refuseThrottled } from '../../access/index.ts';
import { AppError } from '../../errors.ts';
import { Bytes, everyone, type Input, login, type Route, route, Type } from '../../http/index.ts';
import { activeApp } from './apps.ts';
import {
  authenticationTime,
  DENIED,
  decide,
  describeRequest,
  expectsAnother,
  requireAsked,
  requireRecent,
} from './consent.ts';
import { failures } from './failures.ts';
import { message } from './messages/message.ts';
import type { ProviderFeature } from './parts.ts';
import { PATHS } from './paths.ts';
import * as schemas from './schemas.ts';
import { answerDevice } from './token-adapter.ts';

const common = { tag: message('providerTag'), isNotForLin: true, access: login } as const;

/** Lets a person sign in a program that has no browser, by the code that it shows. */
export function deviceRoutes(feature: ProviderFeature): Route[] {
  return [pageRoute(feature), showRoute(feature), decideRoute(feature)];
}

/** The address that devices show; the page of the console is behind it. */
function pageRoute({ toUrl }: ProviderFeature): Route {
  return route({
    ...common,
    method: 'GET',
    path: PATHS.code_verification,
    access: everyone,
    asksNobody: true,
    isUndescribed: true,
    summary: message('showDevice'),
    query: Type.Object({ user_code: Type.Optional(schemas.userCode) }),
    handle: (_, { query: { user_code } }) =>
      new Bytes(303, {
        location: toUrl(`/console/device${user_code ? `?${new URLSearchParams({ user_code })}` : ''}`),
        'cache-control': 'no-store',
        'content-length': 0,
      }),
  });
}

function showRoute(feature: ProviderFeature): Route {
  return route({
    ...common,
    method: 'GET',
    path: '/oauth/device/wants',
    isTranslated: true,
    isConfidential: true,
    summary: message('showDevice'),
    query: schemas.deviceQuery,
    answer: schemas.requestAnswer,
    async handle(door, input) {
      const { app, scope } = await getDevice(feature, door, input, input.query.user_code);
      return describeRequest(feature, app, scope, input);
    },
  });
}

function decideRoute(feature: ProviderFeature): Route {
  return route({
    ...common,
    method: 'POST',
    path: '/oauth/device/decision',
    refusesPrograms: message('appsConsentNothing'),
    refusesIdempotencyKeys: true,
    needsProof: 'withSecondFactor',
    summary: message('decideDevice'),
    body: schemas.deviceDecision,
    async handle(door, input) {
      const { body } = input;
      const { app, userCode, code, scope } = await getDevice(feature, door, input, body.user_code);
      const time = await authenticationTime(door);
      if (body.scopes) requireRecent(code, time);
      const isAsked = body.scopes && !expectsAnother(code, door);
      const granted = isAsked ? requireAsked(feature, app, scope, body.scopes) : null;
      const { written, grantId } = await decide(door, app, granted, {});
      const result = grantId
        ? {
            accountId: String(door.actor.id),
            grantId: String(grantId),
            scope: (granted ?? []).join(' '),
            authTime: Math.floor(time / 1000),
          }
        : { error: 'access_denied', errorDescription: DENIED };
      await answerDevice(feature.store, userCode, result);
      return written;
    },
  });
}

/** The device that shows a code. Wrong codes are counted like wrong passwords: a stranger could guess one. */
async function getDevice(
  { open }: ProviderFeature,
  door: Door,
  { from }: Pick<Input, 'from'>,
  typed: string,
) {
  const throttled = [
    { kind: 'code', key: `device ${door.actor.id}` },
    { kind: 'address', key: networkOf(from.address) },
  ] as const;
  await refuseThrottled(door.reads, throttled, door.admission.now);
  const { provider } = await open();
  const userCode = typed.toUpperCase().replaceAll(/\W/g, '');
  const code = await provider.DeviceCode.findByUserCode(userCode);
  const app = code && (await activeApp(door.reads, code.clientId));
  if (!app || !code || code.isExpired || code.accountId || code.error) {
    await door.bookkeep((writes) => countFailure(writes, throttled));
    throw new AppError(failures.deviceCodeUnknown);
  }
  return { userCode, app, code, scope: code.params.scope ?? '' };
}

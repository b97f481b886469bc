import { Type } from '../../../contract/json-schema.ts';
import type { Door } from '../../access/door.ts';
import { everyone, login } from '../../definitions/access-rule.ts';
import { AppError } from '../../errors.ts';
import { Bytes, type Input, type Route, route } from '../../http/index.ts';
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
import type { Interaction } from './library.ts';
import { message } from './messages/message.ts';
import type { ProviderFeature } from './parts.ts';
import * as schemas from './schemas.ts';

const path = '/oauth/request/:uid';
const common = { tag: message('providerTag'), isNotForLin: true, params: schemas.requestParams } as const;
const COOKIE = 'quire_app_request';

/** A pending request of an app, and the app. */
interface Asked {
  readonly interaction: Interaction;
  readonly app: NonNullable<Awaited<ReturnType<typeof activeApp>>>;
  readonly scope: string;
}

/** Asks a signed-in person for their consent, in the browser in which the app asked. */
export function requestRoutes(feature: ProviderFeature): Route[] {
  return [pageRoute(feature), showRoute(feature), decideRoute(feature)];
}

/** Where the app's visit continues: the page of the console. The cookie of the request belongs to this address. */
function pageRoute({ toUrl }: ProviderFeature): Route {
  return route({
    ...common,
    method: 'GET',
    path,
    access: everyone,
    asksNobody: true,
    isUndescribed: true,
    summary: message('showRequest'),
    handle: (_, { params: { uid } }) =>
      new Bytes(303, {
        location: toUrl(`/console/consent/${uid}`),
        'cache-control': 'no-store',
        'content-length': 0,
      }),
  });
}

function showRoute(feature: ProviderFeature): Route {
  return route({
    ...common,
    method: 'GET',
    path: `${path}/wants`,
    access: login,
    isTranslated: true,
    summary: message('showRequest'),
    answer: schemas.requestAnswer,
    async handle(door, input) {
      const asked = await getRequest(feature, door, input);
      return describeRequest(feature, asked.app, asked.scope, input);
    },
  });
}

function decideRoute(feature: ProviderFeature): Route {
  return route({
    ...common,
    method: 'POST',
    path: `${path}/decision`,
    access: login,
    refusesPrograms: message('appsConsentNothing'),
    refusesIdempotencyKeys: true,
    needsProof: 'withSecondFactor',
    summary: message('decideRequest'),
    body: schemas.decision,
    answerFields: { url: Type.String() },
    async handle(door, input) {
      const { interaction, app, scope } = await getRequest(feature, door, input);
      const { scopes } = input.body;
      const time = await authenticationTime(door);
      if (scopes) requireRecent(interaction, time);
      const isAnother = expectsAnother(interaction, door);
      const granted = isAnother ? null : scopes && requireAsked(feature, app, scope, scopes);
      const { written, grantId } = await decide(door, app, granted, { url: interaction.returnTo });
      interaction.result = grantId
        ? {
            login: { accountId: String(door.actor.id), remember: false, ts: Math.floor(time / 1000) },
            consent: { grantId: String(grantId) },
          }
        : { error: isAnother && scopes ? 'login_required' : 'access_denied', error_description: DENIED };
      await interaction.save(Math.max(interaction.exp - Math.floor(Date.now() / 1000), 1));
      return written;
    },
  });
}

/** The request that this browser's app began. Throws in any other browser: its person would consent to a stranger's visit. */
async function getRequest(
  { open }: ProviderFeature,
  door: Door,
  { params: { uid }, headers }: Pick<Input<{ readonly uid: string }>, 'params' | 'headers'>,
): Promise<Asked> {
  const cookies = (headers.cookie ?? '').split(/;\s*/);
  if (!cookies.includes(`${COOKIE}=${uid}`)) throw new AppError(failures.appRequestGone);
  const { provider } = await open();
  const interaction = await provider.Interaction.find(uid);
  const { client_id = '', scope = '' } = interaction?.params ?? {};
  const app = await activeApp(door.reads, client_id);
  if (!interaction || !app) throw new AppError(failures.appRequestGone);
  return { interaction, app, scope };
}

import { randomBytes } from 'node:crypto';
import { Type } from '../../../contract/json-schema.ts';
import { type App, apiKey, app, done, success, WriteResult } from '../../access/index.ts';
import type { AccessRule } from '../../definitions/access-rule.ts';
import { AppError, badParameters } from '../../errors.ts';
import {
  idInPath,
  linQuery,
  newRecord,
  parseId,
  type Route,
  readLinPage,
  route,
  toLinPage,
} from '../../http/index.ts';
import type { Reads } from '../../records/store/reads.ts';
import { hashOf } from '../../shared/secrets/hash-of.ts';
import { endGrantsOf, GRANT_TYPES, registrationOf } from './apps.ts';
import { registrationIn } from './consent.ts';
import { message } from './messages/message.ts';
import * as schemas from './schemas.ts';

/** The most apps that administrators register. */
const MOST_APPS = 1000;

/** Registering apps, and ending them. */
export const mayManageApps = {
  level: 'permission',
  permission: { key: 'app.manage', name: message('manageApps'), module: message('providerTag') },
} as const satisfies AccessRule;

const common = {
  tag: message('providerTag'),
  path: '/cms/app',
  access: mayManageApps,
  isNotForLin: true,
} as const;
const one = { ...common, path: '/cms/app/:id', params: idInPath } as const;

/** The apps at which people may sign in with their account here. */
export const appRoutes: readonly Route[] = [
  route({
    ...common,
    method: 'GET',
    summary: message('listApps'),
    query: linQuery({}),
    answer: schemas.appPage,
    async handle({ reads }, { query }) {
      const { count, offset } = readLinPage(query);
      const records = await reads.where(app, (select) =>
        select.orderBy('id', 'desc').limit(count).offset(offset),
      );
      const items = await Promise.all(records.map((record) => describeApp(reads, record)));
      return toLinPage(query, items, await reads.count(app, (select) => select));
    },
  }),
  route({
    ...common,
    method: 'POST',
    refusesIdempotencyKeys: true,
    needsProof: 'withSecondFactor',
    summary: message('createApp'),
    body: schemas.newApp,
    answerFields: {
      ...newRecord,
      client_id: Type.String(),
      client_secret: Type.Nullable(Type.String({ about: message('clientSecret') })),
    },
    handle: (door, { body }) =>
      door.write(async (writes) => {
        const { name, redirect_uris, is_confidential = false, uses_devices = false } = body;
        const known = await writes.count(app, (select) => select.where('is_dynamic', '=', false));
        if (known >= MOST_APPS) throw badParameters({ '': message('tooManyApps', { max: MOST_APPS }) });
        const kind = { isConfidential: is_confidential, usesDevices: uses_devices };
        const client_id = randomBytes(16).toString('base64url');
        const client_secret = is_confidential ? randomBytes(32).toString('base64url') : null;
        const id = await writes.create(app, {
          client_id,
          name,
          secret_hash: client_secret === null ? null : hashOf(client_secret),
          metadata: { ...registrationOf(redirect_uris, kind) },
        });
        const text = message('appCreated', { app: name });
        return new WriteResult(
          { status: 201, code: success.done, text },
          { id, more: { client_id, client_secret } },
        );
      }),
  }),
  route({
    ...one,
    method: 'PATCH',
    needsProof: 'withSecondFactor', // a name is what people trust, and a disabled app may be let in again
    summary: message('changeApp'),
    body: schemas.changedApp,
    handle: (door, { params, body }) =>
      door.write(async (writes) => {
        const record = await getApp(writes, parseId(params.id));
        await writes.update(app, record.id, body);
        if (body.active === false) await endGrantsOf(writes, record.id);
        return done(success.done, message('appChanged', { app: body.name ?? record.name }));
      }),
  }),
  route({
    ...one,
    method: 'DELETE',
    harmless: 'takes a way in away',
    summary: message('deleteApp'),
    handle: (door, { params }) =>
      door.write(async (writes) => {
        const { id, name } = await getApp(writes, parseId(params.id));
        await endGrantsOf(writes, id);
        await writes.remove(app, id);
        return done(success.deleted, message('appDeleted', { app: name }));
      }),
  }),
];

async function getApp(reads: Reads, id: bigint): Promise<App> {
  const record = await reads.find(app, id);
  if (!record) throw new AppError('recordNotFound');
  return record;
}

async function describeApp(reads: Reads, record: App) {
  const { redirect_uris = [], grant_types = [] } = registrationIn(record);
  return {
    ...record,
    redirect_uris,
    is_confidential: record.secret_hash !== null,
    uses_devices: grant_types.includes(GRANT_TYPES.device),
    grants: await reads.count(apiKey, (select) => select.where('app_id', '=', record.id)),
  };
}

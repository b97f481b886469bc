import { apiKey, done, makeKey, success, user } from '../../access/index.ts';
import {
  isWithin,
  type Manifest,
  type Needs,
  NO_NEEDS,
  type Plugin,
  problemsOfNeeds,
  superAdministrator,
} from '../../definitions/for-server.ts';
import { AppError, badParameters } from '../../errors.ts';
import { type Route, route } from '../../http/route.ts';
import type { Reads, Writes } from '../../records/index.ts';
import type { Sealing } from '../../shared/secrets/sealing.ts';
import { failures } from './failures.ts';
import { type PluginGrant, pluginGrant } from './grant.collection.ts';
import { findGrant, type Grants, storedNeeds, storedSettings } from './grants.ts';
import { message } from './messages/message.ts';
import type { OpenPlugin } from './open-plugins.ts';
import * as schemas from './schemas.ts';

interface Feature {
  readonly plugins: readonly Plugin[];
  readonly grants: Grants;
  readonly open: ReadonlyMap<string, OpenPlugin>;
  readonly sealing: Sealing;
}

/** A hook sees the writes of all users, so only those grant it who may see everything. */
const common = {
  tag: message('pluginsTag'),
  access: superAdministrator,
} as const;
const ofGrant = {
  ...common,
  path: '/cms/plugin/:name/grant',
  params: schemas.pluginParams,
  refusesIdempotencyKeys: true, // sent again, each leads to the same
} as const;

/** The plug-ins of the project, and the grants of those that are isolated. */
export function pluginRoutes(feature: Feature): Route[] {
  return [listPlugins(feature), grantPlugin(feature), changeGrant(feature), revokeGrant(feature)];
}

function listPlugins({ plugins, open, sealing }: Feature): Route {
  return route({
    ...common,
    method: 'GET',
    path: '/cms/plugin',
    summary: message('listPlugins'),
    answer: schemas.pluginList,
    handle: async ({ reads }) => ({
      items: await Promise.all(
        plugins.map(async ({ name, isolated }) => {
          const manifest = isolated?.manifest;
          const record = manifest && (await findGrant(reads, name));
          const running = open.get(name)?.running;
          return {
            name,
            is_isolated: manifest !== undefined,
            version: manifest?.version ?? null,
            asks: manifest?.needs ?? null,
            asks_for_more:
              manifest !== undefined &&
              record !== undefined &&
              !isWithin(manifest.needs, storedNeeds(record)),
            grant: record ? await describe(reads, record, sealing) : null,
            is_running: running?.isRunning ?? false,
            last_problem: running?.lastProblem ?? null,
          };
        }),
      ),
    }),
  });
}

async function describe(reads: Reads, record: PluginGrant, sealing: Sealing) {
  const key = await reads.find(apiKey, record.key_id);
  const owner = key && (await reads.find(user, key.user_id));
  const settings = Object.keys(storedSettings(sealing, record));
  return { ...record, has_ended: !owner?.active, settings, user: owner ?? null };
}

function grantPlugin({ plugins, grants, open, sealing }: Feature): Route {
  return route({
    ...ofGrant,
    method: 'PUT',
    needsProof: 'withSecondFactor',
    refusesPrograms: message('grantsForPeople'),
    summary: message('grantPlugin'),
    body: schemas.newGrant,
    async handle(door, { params, body }) {
      const { name, version, needs: asked } = manifestOf(plugins, params.name);
      const needs = body.needs === undefined ? asked : readNeeds(body.needs);
      if (!isWithin(needs, asked)) throw badParameters({ needs: message('beyondAsked') });
      const settings = readSettings(body.settings ?? {}, needs);
      const result = await door.write(async (writes) => {
        const owner = await writes.find(user, body.user_id);
        if (!(owner?.is_service && owner.active))
          throw badParameters({ user_id: message('notServiceUserOfGrant') });
        await endGrant(writes, await findGrant(writes, name));
        const key = await makeKey(writes, owner.id, `plug-in ${name}`, { ...keyLimits(needs), ...UNLIMITED });
        const sealed = {
          key_text: sealing.seal(key.text, key.id),
          settings_text: sealing.seal(JSON.stringify(settings), key.id),
        };
        await writes.create(pluginGrant, {
          plugin: name,
          version,
          needs: toStored(needs),
          key_id: key.id,
          ...sealed,
        });
        return done(success.done, message('pluginGranted', { plugin: name, user: owner.username }));
      });
      await grants.read();
      open.get(name)?.end(); // it may remember what it was granted before
      open.get(name)?.running.prepare();
      return result;
    },
  });
}

function changeGrant({ grants, open }: Feature): Route {
  return route({
    ...ofGrant,
    method: 'PATCH',
    needsProof: 'withSecondFactor', // a paused one may be resumed
    refusesPrograms: message('grantsForPeople'),
    summary: message('changeGrant'),
    body: schemas.changedGrant,
    async handle(door, { params, body: { active, needs: sent } }) {
      const needs = sent && readNeeds(sent);
      const result = await door.write(async (writes) => {
        const record = await getGrant(writes, params.name);
        if (needs && !isWithin(needs, storedNeeds(record)))
          throw badParameters({ needs: message('beyondGranted') });
        const changes = { ...(active !== undefined && { active }), ...(needs && { needs: toStored(needs) }) };
        await writes.update(pluginGrant, record.id, changes);
        const { collections, readOnly: read_only } = keyLimits(needs ?? storedNeeds(record));
        if (needs && (await writes.find(apiKey, record.key_id)))
          await writes.update(apiKey, record.key_id, { collections, read_only });
        const key = active === false ? 'grantPaused' : 'grantChanged';
        return done(success.done, message(key, { plugin: record.plugin }));
      });
      await grants.read();
      open.get(params.name)?.end();
      return result;
    },
  });
}

function revokeGrant({ grants, open }: Feature): Route {
  return route({
    ...ofGrant,
    method: 'DELETE',
    needsProof: 'withSecondFactor', // a hook that refused writes refuses no more
    summary: message('revokeGrant'),
    async handle(door, { params }) {
      const result = await door.write(async (writes) => {
        const record = await getGrant(writes, params.name);
        await endGrant(writes, record);
        return done(success.deleted, message('grantRevoked', { plugin: record.plugin }));
      });
      await grants.read();
      open.get(params.name)?.end();
      return result;
    },
  });
}

/** The key is limited by nothing else: what the plug-in asks for comes from this server. */
const UNLIMITED = { permissions: null, managesAccounts: false, networks: null, expireTime: null } as const;

/** The limits of the key: the collections of the grant, and whether it writes any of them. */
function keyLimits({ collections }: Needs) {
  const actions = Object.values(collections).flatMap((one) => Object.keys(one));
  return { collections: Object.keys(collections), readOnly: actions.every((action) => action === 'read') };
}

function manifestOf(plugins: readonly Plugin[], name: string): Manifest {
  const found = plugins.find((one) => one.name === name)?.isolated?.manifest;
  if (!found) throw new AppError('recordNotFound');
  return found;
}

async function getGrant(reads: Reads, plugin: string): Promise<PluginGrant> {
  const record = await findGrant(reads, plugin);
  if (!record) throw new AppError(failures.pluginNotGranted);
  return record;
}

/** Ends a grant with its key. */
async function endGrant(writes: Writes, record: PluginGrant | undefined): Promise<void> {
  if (!record) return;
  if (await writes.find(apiKey, record.key_id)) await writes.remove(apiKey, record.key_id);
  await writes.remove(pluginGrant, record.id);
}

function readNeeds(sent: object): Needs {
  const [problem] = problemsOfNeeds(sent);
  if (problem !== undefined) throw badParameters({ needs: problem });
  return { ...NO_NEEDS, ...sent };
}

/** The settings of a grant. Throws if one is not granted, or no text. */
function readSettings(sent: object, { settings }: Needs): Readonly<Record<string, string>> {
  const isSound = ([name, value]: readonly [string, unknown]) =>
    settings.includes(name) && typeof value === 'string' && value.length <= 1000;
  if (!Object.entries(sent).every(isSound)) throw badParameters({ settings: message('notASettingOf') });
  return { ...sent };
}

/** Needs are JSON, which a type with optional names does not say. */
function toStored(needs: Needs) {
  return JSON.parse(JSON.stringify(needs));
}

import { Type, type TypeOf } from '../../../contract/json-schema.ts';
import { apiKey, type Door, decide, mayUndoOthers, requireAllowed, undoOthers } from '../../access/index.ts';
import type { Catalogue } from '../../definitions/catalogue.ts';
import { AppError, badParameters } from '../../errors.ts';
import { bodyId, REQUEST_ID, timeBounds } from '../../http/index.ts';
import {
  requestOfImport,
  type UndoBounds,
  type UndoScope,
  WIDEST,
  whereEvenDeleted,
} from '../../records/index.ts';
import { HOUR_MS } from '../../shared/durations.ts';
import { message } from './messages/message.ts';
import { undoCollection } from './undo.collection.ts';

/** How far back people may undo all that they did themselves; further back, it needs the permission. */
const OWN_HOURS = 24;

/** What people may undo at once without the permission: as many changes as one request of theirs makes at most. */
const OF_EVERYBODY: UndoBounds = { changes: 1000, lookedAt: 4000 };

/** The fields of a request that select the changes to undo. */
export const askedScope = {
  user: Type.Optional({ ...bodyId, about: message('undoUser') }),
  key: Type.Optional({ ...bodyId, about: message('undoKey') }),
  since: Type.Optional(Type.Integer({ ...timeBounds, about: message('undoSince') })),
  until: Type.Optional(Type.Integer({ ...timeBounds, about: message('undoUntil') })),
  request: Type.Optional(Type.String({ pattern: REQUEST_ID, about: message('undoRequest') })),
  import: Type.Optional({ ...bodyId, about: message('undoOfImport') }),
  bulk: Type.Optional({ ...bodyId, about: message('undoOfBulk') }),
  undo: Type.Optional({ ...bodyId, about: message('undoOfUndo') }),
  collections: Type.Optional(
    Type.Array(Type.String({ maxLength: 40 }), {
      minItems: 1,
      maxItems: 100,
      olderName: 'records',
      about: message('undoCollections'),
    }),
  ),
};

const askedBody = Type.Object(askedScope, { additionalProperties: false });
export type AskedScope = TypeOf<typeof askedBody>;

const ONE_OF = ['since', 'request', 'import', 'bulk', 'undo'] as const;

/** The changes that a caller asks to undo. Throws if they may not: without the permission, people undo their own. */
export async function readScope(door: Door, catalogue: Catalogue, given: AskedScope): Promise<UndoScope> {
  const asked = await sinceGiven(door, given);
  requireOneScope(asked);
  await requireReadable(door, catalogue, asked.collections);
  const mayOthers = mayUndoOthers(door);
  const bounds = mayOthers ? WIDEST : OF_EVERYBODY;
  const own = door.actor.id;
  const { user = own, key: keyId, since, collections } = asked;
  if (since !== undefined) {
    if (!mayOthers && user !== own) requireAllowed(decide(door.actor, undoOthers));
    const isByKey = asked.user === undefined && keyId !== undefined && mayOthers;
    const period = periodOf(door, since, asked.until, mayOthers);
    return { ...period, collections, keyId, bounds, ...(!isByKey && { userId: user }) };
  }
  const requestId = await requestOf(door, asked);
  return { requestId, collections, bounds, ...(!mayOthers && { userId: own }) };
}

/** All changes by a key, where no time is asked for: for the person who let an app in, and for those who undo the changes of others. */
async function sinceGiven(door: Door, asked: AskedScope): Promise<AskedScope> {
  if (asked.key === undefined || ONE_OF.some((name) => asked[name] !== undefined)) return asked;
  const [grant] = await whereEvenDeleted(door.reads, apiKey, (select) =>
    select.where('id', '=', BigInt(asked.key ?? 0)),
  );
  const isOwn = grant !== undefined && grant.app_id !== null && grant.user_id === door.actor.id;
  return grant && (isOwn || mayUndoOthers(door)) ? { ...asked, since: grant.create_time } : asked;
}

function requireOneScope(asked: AskedScope): void {
  const given = ONE_OF.filter((name) => asked[name] !== undefined);
  if (given.length !== 1) throw badParameters({ '': message('undoOneScope') });
  for (const name of ['user', 'key', 'until'] as const)
    if (asked[name] !== undefined && asked.since === undefined)
      throw badParameters({ [name]: message('undoOnlyWithSince') });
}

function periodOf(
  { admission: { now } }: Door,
  since: number,
  asked: number | undefined,
  mayOthers: boolean,
) {
  const until = Math.min(asked ?? now, now);
  if (since > until) throw badParameters({ since: message('undoEmptyPeriod') });
  if (!mayOthers && since < now - OWN_HOURS * HOUR_MS)
    throw badParameters({ since: message('ownUndoHours', { hours: OWN_HOURS }) });
  return { since, until };
}

async function requestOf(door: Door, asked: AskedScope): Promise<string> {
  if (asked.request !== undefined) return asked.request;
  const importId = asked.import ?? asked.bulk;
  if (importId !== undefined) return requestOfImport(importId);
  const found = asked.undo === undefined ? undefined : await door.reads.find(undoCollection, asked.undo);
  if (!found || !(mayUndoOthers(door) || found.create_user_id === door.actor.id))
    throw new AppError('recordNotFound');
  return found.request_id;
}

/** A collection that the caller may not read is one that is not there. */
async function requireReadable(
  { admission, actor }: Door,
  { served }: Catalogue,
  collections: readonly string[] = [],
): Promise<void> {
  const rights = admission.rightsOf(actor);
  for (const name of collections) {
    const definition = served.find((one) => one.name === name);
    const uses = ['read', ...(definition?.hasDrafts ? (['drafts'] as const) : [])] as const;
    if (!definition || uses.every((use) => rights.records(definition, use) === 'none'))
      throw badParameters({ collections: message('noSuchCollectionToRead', { name }) });
  }
}

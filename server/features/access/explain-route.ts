import { Type } from '../../../contract/json-schema.ts';
import type { Door, FindKey } from '../../access/index.ts';
import {
  bothOf,
  type Catalogue,
  type ServedDefinition,
  superAdministrator,
  type WhichRecords,
} from '../../definitions/for-server.ts';
import { badParameters } from '../../errors.ts';
import { parseId, type Route, route } from '../../http/index.ts';
import {
  historyOf,
  matchingRecords,
  type Reads,
  type Select,
  type Use,
  whereEvenDeleted,
} from '../../records/index.ts';
import { type AskingKey, findAskingKey, isKeyLetIn, keyAnswer, toKeyAnswer } from './asking-key.ts';
import {
  asJson,
  decision,
  type Explained,
  explainAll,
  extentOf,
  extentOfRecords,
  groups,
  missingOf,
  permissions,
  toDecision,
  toPermissions,
} from './explanations.ts';
import { message } from './messages/message.ts';
import { factorMissing, findPerson, isLetIn, type Person, PROOFS, proofAsked, type Users } from './people.ts';
import { findSubject, type Subject, subjectQuery } from './subject.ts';

const id = Type.String({ maxLength: 19 });

const answer = Type.Object({
  user: Type.Nullable(
    Type.Object({
      id: Type.Id(),
      username: Type.String(),
      active: Type.Boolean(),
      super: Type.Boolean(),
      factor_missing: factorMissing,
      groups,
    }),
  ),
  key: Type.Optional(keyAnswer),
  allowed: Type.Boolean(),
  records: extentOfRecords,
  proof: Type.String({ enum: PROOFS, about: message('proofAsked') }),
  decisions: Type.Array(decision),
  missing: permissions,
  record: Type.Optional(
    Type.Object(
      { id: Type.Id(), exists: Type.Boolean(), matches: Type.Boolean(), values: {} },
      { olderName: 'row' },
    ),
  ),
});

/** Why a user, or a caller who has not signed in, may or may not do something: each rule, what met it, and what is missing. */
export function explainRoute(
  catalogue: Catalogue,
  routes: readonly Route[],
  { users, findKey }: { readonly users: Users; readonly findKey: FindKey },
): Route {
  return route({
    method: 'GET',
    path: '/cms/access/explain',
    tag: message('accessTag'),
    access: superAdministrator,
    summary: message('explainAccess'),
    query: Type.Object({
      user: Type.Optional(id),
      key: Type.Optional(id),
      address: Type.Optional(Type.String({ maxLength: 45, about: message('askedFromAddress') })),
      ...subjectQuery,
      id: Type.Optional(id),
    }),
    answer,
    isTranslated: true,
    async handle(door, { query, language }) {
      const subject = findSubject(catalogue, routes, query);
      const { guards, collection } = subject;
      const { switchedOff } = door.admission;
      const { person, key } = await findCaller(door, { users, findKey }, query);
      const isIn = key ? isKeyLetIn(key, subject, switchedOff) : isLetIn(person, subject.isForSetUp);
      const explained = explainAll(guards, person.actor, switchedOff);
      const record =
        query.id === undefined
          ? undefined
          : await explainRecord({ door, catalogue }, collection, explained, query.id);
      const reader = language();
      return {
        user: person.actor.id === 0n ? null : toUser(person),
        ...(key && { key: toKeyAnswer(key, subject, { switchedOff, reader }) }),
        allowed: isIn && explained.every((one) => one.isAllowed) && record?.matches !== false,
        records: isIn ? extentOf(explained) : 'none',
        proof: proofAsked(person.actor, subject, { policy: users.factorPolicy, now: door.admission.now }),
        decisions: explained.map((one) => toDecision(one, person, reader)),
        missing: toPermissions(missingOf(explained, person.actor), reader),
        ...(record && { record }),
      };
    },
  });
}

function toUser({ actor, isActive, lacksFactor, groups: joined }: Person) {
  const { id, username, isSuper } = actor;
  return { id, username, active: isActive, super: isSuper, factor_missing: lacksFactor, groups: joined };
}

interface Caller {
  readonly person: Person;
  readonly key?: AskingKey;
}

/** The person in question: a user, the program with a key, or a caller who has not signed in. */
async function findCaller(
  { reads, admission: { now } }: Door,
  parts: { readonly users: Users; readonly findKey: FindKey },
  { user, key: keyId, address }: { readonly user?: string; readonly key?: string; readonly address?: string },
): Promise<Caller> {
  if (keyId === undefined) {
    if (address !== undefined) throw badParameters({ address: message('onlyWithKey') });
    const userId = user === undefined ? undefined : parseId(user, 'user');
    return { person: await findPerson(reads, parts.users, userId) };
  }
  if (user !== undefined) throw badParameters({ user: message('notWithKey') });
  const key = await findAskingKey({ reads, ...parts }, parseId(keyId, 'key'), { now, address });
  return { person: key.person, key };
}

/** The actions that a question about a record may name; of these, the ones that read the published record. */
const OF_RECORDS: ReadonlySet<Use> = new Set(['read', 'update', 'delete', 'history', 'drafts', 'publish']);
const OF_READERS: ReadonlySet<Use> = new Set(['read', 'history']);

/** Whether a record meets the rules, with the values that their conditions compare. */
async function explainRecord(
  { door, catalogue }: { readonly door: Door; readonly catalogue: Catalogue },
  collection: Subject['collection'],
  explained: readonly Explained[],
  asked: string,
) {
  if (!collection || !OF_RECORDS.has(collection.use)) throw badParameters({ id: message('noRecordOfThis') });
  const { use } = collection;
  const definition = OF_READERS.has(use) ? collection.definition : catalogue.writable(collection.definition);
  const { reads } = await door.reach(definition, use);
  const recordId = parseId(asked);
  const [record] = await candidates(reads, definition, use, recordId);
  const records = explained.reduce<WhichRecords>((both, one) => bothOf(both, one.records), 'all');
  if (!record) {
    const matches =
      records === 'all' && use === 'history' && (await hasRevision(reads, definition, recordId));
    return { id: recordId, exists: false, matches, values: {} };
  }
  const matching = await matchingRecords(reads, definition, records, [record]);
  const looked = namesIn(records).filter((name) => isShown(definition, name));
  const values = Object.fromEntries(looked.map((name) => [name, record[name]]));
  return { id: recordId, exists: true, matches: matching.length > 0, values: asJson(values) };
}

/** The record, where it is not deleted; a deleted one has a history. */
function candidates(reads: Reads, definition: ServedDefinition, use: Use, id: bigint) {
  const byId = (select: Select) => select.where('id', '=', id);
  return use === 'history' ? whereEvenDeleted(reads, definition, byId) : reads.where(definition, byId);
}

/** Whether something is left of the history of a purged record. */
async function hasRevision(reads: Reads, definition: ServedDefinition, id: bigint): Promise<boolean> {
  return (await historyOf(reads, definition, id, { count: 1, after: undefined })).length > 0;
}

/** The fields that a condition compares, those of referenced records left out. */
function namesIn(records: WhichRecords): string[] {
  if (typeof records === 'string') return [];
  const names = Object.entries(records).flatMap(([name, part]) =>
    ['and', 'or', 'not'].includes(name) ? [part].flat().flatMap((one) => namesIn(one as WhichRecords)) : name,
  );
  return [...new Set(names)];
}

function isShown({ fields, columns }: ServedDefinition, name: string): boolean {
  return Object.hasOwn(columns, name) && !fields[name]?.secret;
}

import { ACTIONS, DRAFT_ACTIONS, PAST_ACTIONS } from '../../../contract/audit.ts';
import { Type, type TypeOf } from '../../../contract/json-schema.ts';
import { type ProofDemand, proofFor, type RouteReach, reachOf } from '../../access/index.ts';
import type { AccessRule, Catalogue, ServedDefinition } from '../../definitions/for-server.ts';
import { badParameters } from '../../errors.ts';
import { asksForCaller, findRoute, makeRouteReach, type Route } from '../../http/index.ts';
import { type Use, usesOf } from '../../records/rights.ts';
import { message } from './messages/message.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

const OF_THE_PAST: ReadonlySet<Use> = new Set(PAST_ACTIONS);

/** A question about access: an action on a collection or on one of its fields, or a route. */
export const subjectQuery = {
  collection: Type.Optional(Type.String({ maxLength: 60, olderName: 'record' })),
  action: Type.Optional(Type.String({ enum: [...ACTIONS, ...PAST_ACTIONS, ...DRAFT_ACTIONS] })),
  field: Type.Optional(Type.String({ maxLength: 60 })),
  method: Type.Optional(Type.String({ enum: METHODS })),
  path: Type.Optional(Type.String({ maxLength: 400, about: message('accessPath') })),
};

const schema = Type.Object(subjectQuery);
export type SubjectQuery = TypeOf<typeof schema>;

/** A rule that the answer depends on. All rules of a subject must allow. */
export interface Guard {
  readonly of: 'collection' | 'reading' | 'field' | 'route';
  readonly rule: AccessRule;
}

export interface Subject {
  readonly guards: readonly Guard[];
  /** The reach of a request for it, which an API key may limit. */
  readonly reach: RouteReach;
  /** Whether callers are identified before the rule is asked, even by a rule for everybody. */
  readonly asksCaller: boolean;
  /** Whether users reach it who first have to set up a second factor. */
  readonly isForSetUp: boolean;
  /** The fresh proof that its route demands. */
  readonly needsProof: ProofDemand['needsProof'];
  /** Absent for routes. */
  readonly collection?: { readonly definition: ServedDefinition; readonly use: Use };
}

/** Finds the subject of a question. Throws if there is no such collection, action, field or route. */
export function findSubject(
  catalogue: Catalogue,
  routes: readonly Route[],
  { collection, action = 'read', field, method = 'GET', path }: SubjectQuery,
): Subject {
  const { served } = catalogue;
  if ((collection === undefined) === (path === undefined))
    throw badParameters({ collection: message('collectionOrPath') });
  if (path !== undefined) {
    const found = findRoute(routes, method, path);
    if (!found) throw badParameters({ path: message('noSuchRoute') });
    return {
      guards: [{ of: 'route', rule: found.access }],
      reach: makeRouteReach(catalogue)(found),
      asksCaller: asksForCaller(found),
      isForSetUp: found.isForSetUp ?? false,
      needsProof: found.needsProof,
    };
  }
  const definition = served.find(({ name }) => name === collection);
  if (!definition) throw notOneOf('collection', namesOf(served));
  const uses = usesOf(definition);
  if (!uses.includes(action)) throw notOneOf('action', uses);
  const [own, ...further] = rulesOf(definition, action);
  const guards: Guard[] = [
    { of: 'collection', rule: own },
    ...further.map((rule) => ({ of: 'reading', rule }) as const),
    ...(field === undefined ? [] : guardsOfField(definition, field, action)),
  ];
  const reach = reachOf(definition.name, action);
  const ofCollection = {
    asksCaller: reach.isWriting,
    isForSetUp: false,
    collection: { definition, use: action },
  };
  return { guards, reach, needsProof: proofFor(action), ...ofCollection };
}

/** The rules that a use depends on: its own first; the past of a record is only for those who may see the record. */
export function rulesOf({ access }: ServedDefinition, use: Use): readonly [AccessRule, ...AccessRule[]] {
  return OF_THE_PAST.has(use) ? [access[use], access.read] : [access[use]];
}

function guardsOfField(definition: ServedDefinition, field: string, use: Use): Guard[] {
  const { fields, readRules, writeRules } = definition;
  const shown = Object.keys(fields).filter((name) => !fields[name]?.secret);
  if (!shown.includes(field)) throw notOneOf('field', shown);
  const isWrite = use === 'create' || use === 'update';
  const rule = (isWrite ? writeRules : readRules).get(field);
  return rule ? [{ of: 'field', rule }] : [];
}

function notOneOf(name: string, allowed: readonly string[]) {
  return badParameters({ [name]: message('notOneOf', { allowed }) });
}

const namesOf = (definitions: readonly ServedDefinition[]) => definitions.map(({ name }) => name);

import type { FastifyInstance } from 'fastify';
import { type JsonSchema, Type } from '../../contract/json-schema.ts';
import { message } from '../messages/message.ts';
import type { Route } from './route.ts';

/** The parameter that chooses between published records and drafts. */
export const VERSION = 'version';

const version = Type.Optional(
  Type.String({ enum: ['published', 'draft'], about: message('versionOfRecords') }),
);

type Strategy = Parameters<FastifyInstance['addConstraintStrategy']>[0];
type Handler = NonNullable<ReturnType<ReturnType<Strategy['storage']>['get']>>;

/** Tells the router which version a request asks for. Routes of drafts are separate routes with rules of their own. */
export const askedVersion: Strategy = {
  name: VERSION,
  storage() {
    const handlers = new Map<unknown, Handler>();
    return {
      get: (asked) => handlers.get(asked) ?? null,
      set: (asked, handler) => void handlers.set(asked, handler),
    };
  },
  deriveConstraint({ url = '' }) {
    const start = url.indexOf('?');
    if (start < 0 || !url.includes('ersion', start)) return undefined;
    return new URLSearchParams(url.slice(start)).get(VERSION) === 'draft' ? 'draft' : undefined;
  },
  mustMatchWhenDerived: false,
};

/** A route of published records, which `version=published` may name. */
export function ofPublished(route: Route): Route {
  return {
    ...route,
    query: withVersion(route.query),
    handle: (door, input) => route.handle(door, { ...input, query: withoutVersion(input.query) }),
  };
}

/** The same for drafts. The description of the API has one entry for both. */
export function ofDrafts(route: Route): Route {
  return { ...ofPublished(route), isOfDrafts: true, isUndescribed: true };
}

function withVersion(query: JsonSchema<object> = Type.Object({})): JsonSchema<object> {
  return { ...query, properties: { ...(query.properties as object), version } };
}

function withoutVersion(query: object): object {
  const { version: _, ...rest } = query as { readonly version?: string };
  return rest;
}

import type { FastifyRequest } from 'fastify';
import { answerSchemasOf } from './answers/answer-schemas.ts';
import { preferringRecord, takesPreferences } from './answers/prefer.ts';
import type { CompileSerialiser } from './answers/serialising.ts';
import { type BodyForm, bodyFormOf } from './dialects/body-form.ts';
import type { Dialect } from './dialects/dialect.ts';
import { inDialect } from './dialects/in-dialect.ts';
import type { Route } from './route.ts';
import { makeInputCheck } from './validation.ts';

/** A route as clients of one dialect use it. */
export interface RouteForm {
  readonly dialect: Dialect;
  readonly bodyForm: BodyForm;
  readonly handle: Route['handle'];
  /** Whether names are sent as stored instead of in the caller's language. */
  readonly isNamedAsStored: boolean;
  /** Throws if a request does not fit the route's schemas. */
  readonly checkInput: (request: FastifyRequest) => void;
  /** The JSON of an answer with this status, without properties that the schema of that status does not name. */
  readonly serialise: (value: unknown, status: number) => string;
}

/** The forms of a route. Each is made at its first request, because most servers use one dialect. */
export function inEachDialect(
  route: Route,
  serialiserOf: CompileSerialiser,
): (dialect: Dialect) => RouteForm {
  const made = new Map<Dialect, RouteForm>();
  return (dialect) => {
    const known = made.get(dialect);
    if (known) return known;
    const form = formOf(route, dialect, serialiserOf);
    made.set(dialect, form);
    return form;
  };
}

function formOf(declared: Route, dialect: Dialect, serialiserOf: CompileSerialiser): RouteForm {
  const route = inDialect(declared, dialect);
  const bodyForm = bodyFormOf(route);
  const { success } = answerSchemasOf(route, dialect.bodies.schemasOf(bodyForm));
  const serialise = route.produces === undefined ? serialiserOf(success) : undefined;
  const isDescribed = (status: number) => success.status === undefined || success.status === status;
  return {
    dialect,
    bodyForm,
    handle: dialect.answersRecords && takesPreferences(route) ? answeringRecord(route) : route.handle,
    isNamedAsStored: isNamedAsStored(route, dialect),
    checkInput: makeInputCheck(route),
    serialise: (value, status) =>
      serialise && isDescribed(status) ? serialise(value) : JSON.stringify(value),
  };
}

function isNamedAsStored({ namesPermissions }: Route, dialect: Dialect): boolean {
  if (namesPermissions === 'onApi') return dialect.hasOlderWords === true;
  return namesPermissions === 'translated' && dialect.knowsPermissionsByName;
}

function answeringRecord({ handle }: Route): Route['handle'] {
  return (door, input) => handle(door, { ...input, headers: preferringRecord(input.headers) });
}

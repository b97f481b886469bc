import type { JsonSchema } from '../../../contract/json-schema.ts';
import { message } from '../../messages/message.ts';
import { answerSchemasOf } from '../answers/answer-schemas.ts';
import { takesPreferences } from '../answers/write-headers.ts';
import { bodyFormOf } from '../dialects/body-form.ts';
import type { Dialect } from '../dialects/dialect.ts';
import type { Route } from '../route.ts';

type Answers = Readonly<Record<string, unknown>>;

/** A route as it was declared, and in the form of a dialect. */
interface Described {
  readonly declared: Route;
  readonly route: Route;
  readonly dialect: Dialect;
  readonly asksForToken: boolean;
}

/** What a route answers in a dialect, by status: successes, and failures with those that the route makes likely. */
export function answersOf({ declared, route, dialect, asksForToken }: Described): {
  readonly successes: Answers;
  readonly failures: Answers;
} {
  const { success, failure } = answerSchemasOf(route, dialect.bodies.schemasOf(bodyFormOf(route)));
  const failed = inType(failure, dialect.bodies.failureType);
  const likely = dialect.answersRecords ? likelyFailures(declared, asksForToken) : [];
  return {
    successes:
      dialect.answersRecords && success.status === undefined
        ? writtenAnswers(route, success.schema)
        : Object.fromEntries(statusesOf(route, success.status).map((one) => [one, success.schema])),
    failures: {
      ...Object.fromEntries(likely.map((status) => [status, failed])),
      ...(isConditionalWrite(route) && { 412: { ...failed, about: message('changedMeanwhile') } }),
      429: { ...failed, about: message('tooManyRequests') },
      default: failed,
    },
  };
}

/** The description writes `application/json` where nothing else is said. */
function inType(schema: JsonSchema, type: string): object {
  const [name = ''] = type.split(';', 1);
  return name === 'application/json' ? schema : { content: { [name]: { schema } } };
}

function isConditionalWrite({ headers }: Route): boolean {
  return Object.hasOwn(headers?.properties ?? {}, 'if-match');
}

function likelyFailures({ method, path, body, accepts, isReading }: Route, asksForToken: boolean): number[] {
  return [
    400,
    ...(asksForToken ? [401, 403] : []),
    ...(path.includes(':') ? [404] : []),
    ...(method === 'GET' || isReading ? [] : [409]),
    ...(body || accepts ? [413, 415, 422] : []),
  ];
}

/** Some generators write a range such as 2XX into their types as it is, which is no TypeScript. */
function statusesOf({ method, isReading }: Route, status: number | undefined): number[] {
  if (status !== undefined) return [status];
  if (isReading) return [200];
  return method === 'POST' || method === 'PUT' ? [200, 201] : [200];
}

/** What writes answer where they have no report: the record, what else there is to say, or nothing. */
function writtenAnswers(route: Route, report: JsonSchema): Answers {
  const record = takesPreferences(route) ? (route.answerFields?.record as JsonSchema | undefined) : undefined;
  const makes = route.method === 'POST' || route.method === 'PUT';
  const says = route.answersItems || route.answerFields !== undefined;
  return {
    ...(says && { 200: record ? { anyOf: [record, report] } : report }),
    ...(makes && !route.answersItems && { 201: record ?? report }),
    ...(!route.answersItems &&
      !(record && route.method === 'POST') && { 204: { type: 'null', about: message('nothingAnswered') } }),
  };
}

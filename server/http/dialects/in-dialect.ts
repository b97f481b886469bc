import { Type } from '../../../contract/json-schema.ts';
import { Reading } from '../../access/reading.ts';
import { whenKnown } from '../../shared/maybe-promise.ts';
import type { Route } from '../route.ts';
import { servesContent } from '../subject.ts';
import type { Dialect } from './dialect.ts';
import { inOlderWords } from './older-words.ts';

/** Nothing, or an object without members. */
const NO_BODY = Type.Object({}, { additionalProperties: false, mayBeMissing: true });

/** The route, its parameters and answers in the dialect's form. */
export function inDialect(declared: Route, dialect: Dialect): Route {
  const route = dialect.hasOlderWords ? inOlderWords(declared) : declared;
  const form = route.kind && dialect.forms[route.kind];
  const taking = withParametersOf(route, dialect);
  if (!taking.answer) return taking;
  if (!form) return dialect.answerForm ? { ...taking, answer: dialect.answerForm(taking.answer) } : taking;
  const { query, value } = form;
  return {
    ...taking,
    answer: form.schema(taking.answer),
    handle: (door, input) =>
      whenKnown(route.handle(door, { ...input, query: { ...query, ...input.query } }), (answered) => {
        if (!value) return answered;
        return answered instanceof Reading ? answered.map(value) : value(answered);
      }),
  };
}

function withParametersOf(declared: Route, { unknownParameters, olderNames }: Dialect): Route {
  const names = olderNames?.[`${declared.method} ${declared.path}`];
  const route =
    names && declared.body ? { ...declared, body: { ...declared.body, olderNames: names } } : declared;
  const query = route.query ?? Type.Object({});
  if (unknownParameters === 'ignored') return { ...route, query: { ...query, ignoresUnknown: true } };
  if (unknownParameters !== 'refused by routes of collections' || !servesContent(route)) return route;
  const hasNoBody = route.method !== 'GET' && !route.body && !route.accepts;
  return {
    ...route,
    query: { additionalProperties: false, ...query },
    ...(hasNoBody && { body: NO_BODY }),
  };
}

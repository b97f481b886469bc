import type { FastifySchemaCompiler } from 'fastify';
import type { JsonSchema } from '../../contract/json-schema.ts';
import { schemaCheck } from '../definitions/check-schema.ts';
import { badParameters } from '../errors.ts';
import { message, type Text } from '../messages/message.ts';
import { gatherFilter } from './gather-filter.ts';

/** Checks requests against the routes' schemas. Queries and paths have only strings, so they may stand for numbers and truth. */
export const compileValidator: FastifySchemaCompiler<JsonSchema> = ({ schema, httpPart }) => {
  const isQuery = httpPart === 'querystring';
  const isText = isQuery || httpPart === 'params';
  const integers = isText ? integersOf(schema) : [];
  const problemsOf = schemaCheck(schema, isText ? 'text' : 'json');
  return (sent) => {
    if (httpPart === 'body' && sent === null)
      return schema.mayBeMissing === true
        ? { value: {} }
        : { error: badParameters({ '': message('noBody') }) };
    const known = schema.ignoresUnknown === true ? withoutUnknown(sent, schema) : sent;
    const given = schema.emptyIsNone === true ? withoutEmpty(known) : known;
    const value = isQuery ? gatherFilter(given) : given;
    if (isQuery) refuseNul(value);
    const misread = misreadIntegers(integers, value);
    if (misread) return { error: badParameters(misread) };
    const problems = problemsOf(value);
    return problems ? { error: badParameters(problems) } : { value };
  };
};

/** `filter` is written as many parameters: `filter[title][eq]`. */
function withoutUnknown(sent: unknown, { properties = {} }: JsonSchema): unknown {
  const isKnown = (name: string) =>
    Object.hasOwn(properties as object, name.startsWith('filter[') ? 'filter' : name);
  return Object.fromEntries(Object.entries(sent as object).filter(([name]) => isKnown(name)));
}

function integersOf({ properties = {} }: JsonSchema): string[] {
  const all = Object.entries(properties as Readonly<Record<string, JsonSchema>>);
  return all.flatMap(([name, { type }]) => (type === 'integer' ? name : []));
}

/** Whole numbers in another spelling than their digits, such as `1e3` and `0x1`, which JavaScript would read as numbers. */
function misreadIntegers(names: readonly string[], query: Readonly<Record<string, unknown>>) {
  let problems: Record<string, Text> | undefined;
  for (const name of names) {
    const value = Object.hasOwn(query, name) ? query[name] : undefined;
    if (typeof value !== 'string' || /^-?\d*$/.test(value)) continue;
    problems ??= {};
    problems[name] = message('wrongType', { allowed: ['integer'] });
  }
  return problems;
}

function withoutEmpty(sent: unknown): unknown {
  return Object.fromEntries(Object.entries(sent as object).filter(([, value]) => value !== ''));
}

/** No engine stores a NUL in a text, and some fail on one in a query. */
function refuseNul(query: Readonly<Record<string, unknown>>): void {
  for (const name of Object.keys(query)) {
    const value = query[name];
    if (typeof value === 'string' && value.includes('\0'))
      throw badParameters({ [name.slice(0, 60)]: message('badCharacters') });
  }
}

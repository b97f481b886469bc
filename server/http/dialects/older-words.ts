// Clients of the older bases know some properties, and some words among values, by names that have since changed. Schemas say
// which (`olderName`, `olderValues`); everything behind a dialect knows the present names alone.
import { pipeline, Transform } from 'node:stream';
import type { JsonSchema, Properties } from '../../../contract/json-schema.ts';
import { Reading, WriteResult } from '../../access/index.ts';
import { AppError } from '../../errors.ts';
import { toJson } from '../../shared/exact-json.ts';
import { fromJson } from '../../shared/json.ts';
import { Bytes } from '../bytes.ts';
import { ReadyAnswer } from '../ready-answer.ts';
import type { Route } from '../route.ts';

type Change = (value: unknown) => unknown;

/** A schema in older words, and how its values are told in either. */
interface Words {
  readonly schema: JsonSchema;
  readonly toOlder: Change;
  readonly toNewer: Change;
  /** The older names by the present ones. */
  readonly names: ReadonlyMap<string, string>;
}

/** The route as clients that know only older words send its requests and read its answers. */
export function inOlderWords(route: Route): Route {
  const { path, olderPath = path, query, body, answer, answerFields } = route;
  const asked = query && wordsOf(query);
  const sent = body && wordsOf(body);
  const answered = answer && wordsOf(answer);
  const fields = answerFields && wordsOf({ type: 'object', properties: answerFields });
  if (!asked && !sent && !answered && !fields && olderPath === path) return route;
  const names = new Map([...(asked?.names ?? []), ...(sent?.names ?? [])]);
  const event = route.event && wordsOf(route.event);
  return {
    ...route,
    path: olderPath,
    ...(asked && { query: asked.schema as JsonSchema<object> }),
    ...(sent && { body: sent.schema }),
    ...(answered && { answer: answered.schema }),
    ...(fields && { answerFields: fields.schema.properties as Properties }),
    async handle(door, input) {
      const newer = {
        ...input,
        query: asked ? (asked.toNewer(input.query) as object) : input.query,
        body: sent ? sent.toNewer(input.body) : input.body,
      };
      try {
        return tellOlder(await route.handle(door, newer), answered ?? fields, event);
      } catch (error) {
        throw error instanceof AppError ? refusalIn(names, error) : error;
      }
    },
  };
}

function tellOlder(value: unknown, words: Words | undefined, event: Words | undefined): unknown {
  if (value instanceof Bytes) return event ? eventsIn(event, value) : value;
  if (!words) return value;
  if (value instanceof Reading || value instanceof ReadyAnswer) return value.map(words.toOlder);
  if (!(value instanceof WriteResult)) return words.toOlder(value);
  const { more, answer } = value;
  if (more === undefined && answer === undefined) return value; // most writes
  return new WriteResult(value, {
    ...value,
    more: words.toOlder(more) as typeof more,
    answer: words.toOlder(answer) as typeof answer,
  });
}

/** A stream of events, each of whose data is a line of JSON. Its chunks are whole events. */
function eventsIn({ toOlder }: Words, { status, headers, stream }: Bytes): Bytes {
  if (!stream) return new Bytes(status, headers);
  const older = new Transform({
    transform(chunk: Buffer, _, done) {
      const told = (_line: string, data: string) => `data: ${toJson(toOlder(fromJson(data)))}`;
      done(null, String(chunk).replace(/^data: (.+)$/gm, told));
    },
  });
  pipeline(stream, older, () => {}); // the end of either ends both; the reader meets it in `older`
  return new Bytes(status, headers, older);
}

/** The failure with the names that the client sent. */
function refusalIn(names: ReadonlyMap<string, string>, error: AppError): AppError {
  return error.withPaths((path) => path.replace(/[^.[\]]+/g, (name) => names.get(name) ?? name));
}

/** Undefined if nothing in the schema was called anything else. */
function wordsOf(schema: JsonSchema): Words | undefined {
  if (schema.olderValues)
    return wordsOfValues(schema, schema.olderValues as Readonly<Record<string, string>>);
  if (schema.items) return wordsOfItems(schema, schema.items as JsonSchema);
  return schema.properties ? wordsOfObject(schema, schema.properties as Properties) : undefined;
}

function wordsOfValues(schema: JsonSchema, olderValues: Readonly<Record<string, string>>): Words {
  const older = new Map(Object.entries(olderValues));
  const newer = new Map(Object.entries(olderValues).map(([now, was]) => [was, now]));
  const change = (words: ReadonlyMap<string, string>) => (value: unknown) =>
    words.get(String(value)) ?? value;
  const toOlder = change(older);
  return {
    schema: { ...schema, ...(schema.enum && { enum: schema.enum.map(toOlder) }) },
    toOlder,
    toNewer: change(newer),
    names: new Map(),
  };
}

function wordsOfItems(schema: JsonSchema, items: JsonSchema): Words | undefined {
  const words = wordsOf(items);
  if (!words) return undefined;
  const each = (change: Change) => (value: unknown) => (Array.isArray(value) ? value.map(change) : value);
  return {
    schema: { ...schema, items: words.schema },
    toOlder: each(words.toOlder),
    toNewer: each(words.toNewer),
    names: words.names,
  };
}

function wordsOfObject(schema: JsonSchema, properties: Properties): Words | undefined {
  const all = Object.entries(properties).map(([name, property]) => {
    const older = (property.olderName as string | undefined) ?? name;
    return { name, older, property, words: wordsOf(property) };
  });
  const changed = all.filter(({ name, older, words }) => older !== name || words);
  if (changed.length === 0) return undefined;
  const own = new Map(changed.map(({ name, older }) => [name, older]));
  const required = schema.required as readonly string[] | undefined;
  return {
    schema: {
      ...schema,
      ...(required && { required: required.map((name) => own.get(name) ?? name) }),
      properties: Object.fromEntries(
        all.map(({ older, property, words }) => [older, words?.schema ?? property]),
      ),
    },
    toOlder: members(new Map(changed.map(({ name, older, words }) => [name, [older, words?.toOlder]]))),
    toNewer: members(new Map(changed.map(({ name, older, words }) => [older, [name, words?.toNewer]]))),
    names: new Map([...own, ...changed.flatMap(({ words }) => [...(words?.names ?? [])])]),
  };
}

/** Renames members of an object and changes their values; anything but an object stays as it is. */
function members(changes: ReadonlyMap<string, readonly [name: string, change: Change | undefined]>): Change {
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => {
        const [other, change] = changes.get(name) ?? [name];
        return [other, change ? change(inner) : inner];
      }),
    );
  };
}

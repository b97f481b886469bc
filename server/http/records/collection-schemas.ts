import { REMOVED_BY_RULE } from '../../../contract/audit.ts';
import { type JsonSchema, Type } from '../../../contract/json-schema.ts';
import type { Raw } from '../../database/engine.ts';
import {
  type Catalogue,
  type Definition,
  FILE,
  type Field,
  hasTextIds,
  INT64,
  limitsRecords,
  RECORD_TIMES,
  type RecordTime,
  textId,
  type Way,
  wordsFor,
} from '../../definitions/for-server.ts';
import { message, type Text } from '../../messages/message.ts';
import { MINE, offersIsMine, reportedUses } from '../../records/index.ts';

/** The fields of a collection that may be answered, each language of a localised field as one of its own. */
export function shownFields({ fields, shown }: Definition): [name: string, field: Field][] {
  return Object.entries(fields).filter(([name, { secret }]) => !secret && shown?.has(name) !== false);
}

/** The times that a record is answered with. */
export function shownTimes({ audit, shown, columns, sql }: Definition): readonly RecordTime[] {
  if (sql) return RECORD_TIMES.filter((name) => name in columns);
  if (shown || audit === 'none') return [];
  return audit === 'full' ? RECORD_TIMES : ['create_time'];
}

/** The fields of a record as it is answered. */
function answeredFields(definition: Definition): [name: string, schema: JsonSchema][] {
  return shownFields(definition).flatMap(([name, { output, translates }]) => {
    if (translates !== undefined) return [];
    const locales = definition.localised.get(name);
    return [[name, locales ? orByLanguage(output, locales.keys()) : output]];
  });
}

/** The fields that hold a value in one language, and are named only where columns are. */
export function localeFields(definition: Definition): [name: string, field: Field][] {
  return shownFields(definition).filter(
    ([name, { locale }]) => locale !== undefined && !definition.localised.has(name),
  );
}

/** A value, or the values in several languages for those who ask for these. */
function orByLanguage(output: JsonSchema, locales: Iterable<string>): JsonSchema {
  if (isAnything(output)) return output;
  if (output.type !== 'string') return orObjectOf({ ...output, nullable: true }, [...locales]);
  const one: JsonSchema = { type: 'string', nullable: true };
  const properties = Object.fromEntries([...locales].map((locale) => [locale, one]));
  return { ...output, type: ['string', 'object'], nullable: true, properties };
}

/** Whether every value is one of these, an object of languages among them. */
function isAnything({ type, oneOf, anyOf }: JsonSchema): boolean {
  return type === undefined && oneOf === undefined && anyOf === undefined;
}

/** The two forms as alternatives, because values of a type other than text have keywords of their own. */
function orObjectOf(one: JsonSchema, locales: readonly string[]): JsonSchema {
  const properties = Object.fromEntries(locales.map((locale) => [locale, one]));
  const { about, ...plain } = one;
  const byLanguage = { type: 'object', properties, additionalProperties: false };
  return { ...(about !== undefined && { about }), isByLanguage: true, anyOf: [plain, byLanguage] };
}

/** The parameters of a path to one record. */
export function idParams(label: Text) {
  return Type.Object({ id: idParameter(label) });
}

export function idParameter(label: Text): JsonSchema<string> {
  return Type.String({ about: message('idOf', { label }) });
}

/** A user; the name is null if the account is gone. */
export const knownUser = Type.Object({ id: INT64, username: Type.Nullable(Type.String()) });

/** The schema of a record: id, fields, times, and the extras of its list. */
export function itemSchema(
  definition: Definition,
  others: Readonly<Record<string, JsonSchema>> = {},
): JsonSchema {
  const times = shownTimes(definition);
  const time = Type.Integer({ about: message('timestamp') });
  return Type.Object({
    id: hasTextIds(definition) ? textId.output : INT64,
    ...Object.fromEntries(
      answeredFields(definition).map(([name, output]) => [name, ruled(definition, name, output)]),
    ),
    ...Object.fromEntries(times.map((name) => [name, definition.sql ? Type.Nullable(time) : time])),
    ...others,
  });
}

/** The schema of a field with its rules. A field with a read rule may be missing. */
function ruled({ readRules, writeRules }: Definition, name: string, schema: JsonSchema): JsonSchema {
  const [read, write] = [readRules.get(name), writeRules.get(name)];
  const parts = [
    read && message(limitsRecords(read) ? 'visibleInSome' : 'visibleTo', { who: wordsFor(read) }),
    write && message(limitsRecords(write) ? 'changeableInSome' : 'changeableBy', { who: wordsFor(write) }),
  ].filter((part) => part !== undefined);
  if (parts.length === 0) return schema;
  const described = { ...schema, about: message('andAlso', { parts }) };
  return read ? Type.Optional(described) : described;
}

/** The references and ways back that lists may expand: those to served collections. */
export function expandableFields(
  catalogue: Catalogue,
  definition: Definition,
): [name: string, target: string, isMany: boolean][] {
  const shown = new Set(shownFields(definition).map(([name]) => name));
  const fields = catalogue
    .referencesOf(definition.name)
    .flatMap(({ field, path = field, leaf: { target } }) =>
      shown.has(field) && target && catalogue.get(target).isFollowed
        ? [[path, target, leadsToMany(definition, path)] as [string, string, boolean]]
        : [],
    );
  return [...fields, ...followedWays(catalogue, definition).map(wayToMany)];
}

/** Whether a reference of this name, or path inside a field, is expanded to a list. */
function leadsToMany({ fields }: Definition, name: string): boolean {
  return (
    fields[name] === undefined || fields[name].nested !== undefined || fields[name].column.type === 'ids'
  );
}

/** The ways back that lists may follow. */
export function followedWays(catalogue: Catalogue, { name }: Definition): [name: string, way: Way][] {
  return Object.entries(catalogue.waysOf(name)).filter(
    ([, { collection }]) => catalogue.get(collection).isFollowed,
  );
}

function wayToMany([name, { collection }]: [string, Way]): [string, string, boolean] {
  return [name, collection, true];
}

/** The schema of a record in a list. Expanded records are named by `$ref`, because collections may refer in circles. */
export function shownSchema(catalogue: Catalogue, definition: Definition): JsonSchema {
  const expanded = expandableFields(catalogue, definition).map(([name, target, isMany]) => {
    const there: JsonSchema = { $ref: `${target}#` };
    return [name, isMany ? Type.Array(there) : Type.Nullable(there)] as const;
  });
  const ways = followedWays(catalogue, definition);
  const points = shownFields(definition).filter(([, { column }]) => column.type === 'point');
  const properties = {
    ...(itemSchema(definition).properties as Record<string, JsonSchema>),
    ...(definition.name === FILE && { url: Type.String({ about: message('fileAddress') }) }),
    ...(expanded.length > 0 && {
      expanded: { type: 'object', properties: Object.fromEntries(expanded) },
    }),
    ...(ways.length > 0 && {
      counts: {
        type: 'object',
        about: message('countsOfWays'),
        properties: Object.fromEntries(ways.map(([name]) => [name, Type.Integer()])),
      },
    }),
    ...(points.length > 0 && {
      distances: {
        type: 'object',
        about: message('distancesOfPoints'),
        properties: Object.fromEntries(points.map(([name]) => [name, Type.Nullable(Type.Integer())])),
      },
    }),
    ...(offersIsMine(definition) && { [MINE]: Type.Boolean({ about: message('isMineAbout') }) }),
    ...(definition.audit === 'full' && {
      [REMOVED_BY_RULE]: Type.Array(Type.String(), { about: message('fieldsRemoved') }),
    }),
    can: {
      type: 'object',
      about: message('whatCanBeDone'),
      properties: Object.fromEntries(reportedUses(definition).map((use) => [use, Type.Boolean()])),
    },
  };
  return { type: 'object', properties };
}

/** The schemas that `shownSchema` refers to, each under its collection's name. */
export function sharedSchemas(catalogue: Catalogue): JsonSchema[] {
  const targets = new Set(
    [...catalogue.all, ...catalogue.queries].flatMap((one) =>
      expandableFields(catalogue, one).map(([, target]) => target),
    ),
  );
  return [...targets].map((name) => ({ $id: name, ...shownSchema(catalogue, catalogue.get(name)) }));
}

/** For the description alone. The fields themselves check values, on every way to a record. */
export function bodySchema(definition: Definition, whole: boolean): JsonSchema<Raw> {
  const open = Object.entries(definition.fields);
  const documented = Object.fromEntries(
    open.map(([name, { input }]) => {
      const locales = definition.localised.get(name);
      return [name, ruled(definition, name, locales ? orByLanguage(input, locales.keys()) : input)];
    }),
  );
  const required = whole ? open.flatMap(([name, field]) => (field.required ? name : [])) : [];
  return {
    type: 'object',
    checkedByFields: true,
    properties: documented,
    ...(required.length > 0 && { required }),
  };
}

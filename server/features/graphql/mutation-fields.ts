import type { GraphQLFieldConfigArgumentMap, GraphQLInputObjectType, GraphQLObjectType } from 'graphql';
import type { Raw } from '../../database/engine.ts';
import { isWritten } from '../../definitions/for-server.ts';
import { render } from '../../messages/message.ts';
import { languageArgs, requireOneLanguage } from './arguments.ts';
import { message } from './messages/message.ts';
import { placeOf, type RecordTypes, type RootField, type RootFields, type SchemaParts } from './parts.ts';
import type { SeenCollection } from './sight.ts';
import { bulkItemType, inputType, writtenType } from './write-types.ts';
import { argumentsOf, IN_BODY, isOffered, WRITES, type Write } from './writes.ts';

/** The fields that write: of each collection what the caller may do. Each is a transaction, in the order of the document. */
export function mutationFields(parts: SchemaParts, records: RecordTypes): RootFields {
  const fields: Record<string, RootField> = {};
  for (const served of parts.catalogue.served) {
    const seen = parts.sight.get(parts.catalogue.writable(served).name);
    // What is reviewed is changed by change sets.
    if (!seen || served.isReviewed || !isWritten(served)) continue;
    const input = inputType(parts, seen);
    const types = { input, written: writtenType(parts, seen, records) };
    const offered = WRITES.filter((write) => isOffered(seen, write));
    for (const write of offered)
      fields[`${write.verb}_${served.name}`] = writeField(parts, seen, write, types);
    if (offered.some(({ isOf }) => isOf === 'many'))
      fields[`bulk_${served.name}`] = bulkField(parts, seen, input);
  }
  return fields;
}

interface Types {
  readonly input: GraphQLInputObjectType;
  readonly written: GraphQLObjectType;
}

function writeField(parts: SchemaParts, seen: SeenCollection, write: Write, types: Types): RootField {
  const { verb, method, from = '', end = '' } = write;
  return {
    type: types.written,
    description: render(message('graphqlWrite', { verb, label: seen.definition.label }), parts.language),
    args: argsOf(parts, seen, write, types.input),
    async resolve(_, { id, values, if_match, by, locale, dry_run, idempotency_key, ...given }, { ask }) {
      requireOneLanguage({ locale });
      const sent = IN_BODY.filter((name) => given[name] !== undefined).map((name) => [name, given[name]]);
      const answer = await ask({
        method,
        path: placeOf(seen, id, from).path + (id === undefined ? '' : end),
        query: { by, locale, dry_run },
        body: sent.length > 0 ? Object.fromEntries(sent) : values,
        headers: { 'if-match': if_match, 'idempotency-key': idempotency_key },
      });
      return { id, locale, ...writtenOf(answer.body, answer.etag) };
    },
  };
}

function argsOf(
  parts: SchemaParts,
  { definition }: SeenCollection,
  { takes, isTried, isOfAll }: Write,
  input: GraphQLInputObjectType,
): GraphQLFieldConfigArgumentMap {
  const { lib, language } = parts;
  const all = argumentsOf(parts, input);
  const own = takes
    .filter((name) => name !== 'id' || !definition.isSingleton)
    .map((name) => [name, all[name]]);
  const { locale } = languageArgs(parts);
  return {
    ...Object.fromEntries(own),
    ...(locale && !isOfAll && { locale }),
    ...(isTried !== false && {
      dry_run: { type: lib.GraphQLBoolean, description: render(message('dryRunOfWrite'), language) },
    }),
    idempotency_key: { type: lib.GraphQLString, description: render(message('graphqlKey'), language) },
  };
}

/** What the API answered to a write: the record, its id alone, nothing, or what a dry run would do. */
function writtenOf({ dry_run, record, others, ...body }: Raw, etag: string | undefined): Raw {
  if (dry_run === true) return { would_be: record, others };
  const { id } = body;
  const isRecord = Object.keys(body).length > 1;
  return { ...(id !== undefined && { id, etag }), ...(isRecord && { record: { ...body, etag } }) };
}

/** Several writes of one collection: all are done, or none. */
function bulkField(parts: SchemaParts, seen: SeenCollection, input: GraphQLInputObjectType): RootField {
  const { lib, scalars, language } = parts;
  const must = lib.GraphQLNonNull;
  const items = new must(new lib.GraphQLList(new must(bulkItemType(parts, seen, input))));
  return {
    type: scalars.JSON,
    description: render(message('writeMany', { label: seen.definition.label }), language),
    args: { items: { type: items }, idempotency_key: { type: lib.GraphQLString } },
    async resolve(_, { items: sent, idempotency_key }, { ask }) {
      const headers = { 'idempotency-key': idempotency_key };
      const path = `${placeOf(seen).path}/bulk`;
      return (await ask({ method: 'POST', path, body: { items: sent }, headers })).body.items;
    },
  };
}

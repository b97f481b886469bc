import { createHash } from 'node:crypto';
import type { Database } from '../../database/database.ts';
import { prepare } from '../../database/statement.ts';
import { rowReader } from '../../database/values.ts';
import { type Version, VersionedCache } from '../../database/versions/version.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import { AppError } from '../../errors.ts';
import { searched } from './searched.collection.ts';
import { TOKENS_VERSION } from './tokens.ts';

/** Identifies how a collection's entries are made. When it changes, the index is built again. */
export function formOf({ search, fields }: Definition): string {
  // Columns of other languages are empty in records older than the language.
  const names = search.flat().filter((name) => fields[name]?.translates === undefined);
  const parts = names.map((name) => {
    const { kind, format = kind, column, policy } = fields[name] ?? {};
    return [name, kind, format, column, policy];
  });
  return createHash('sha256')
    .update(JSON.stringify([TOKENS_VERSION, parts.sort()]))
    .digest('hex');
}

/** Throws while a collection's full text index does not hold all records: a search would miss some. */
export type RequireIndex = (definition: Definition, version: Version | undefined) => Promise<void>;

/** The answer is cached until the state of an index changes. */
export function makeRequireIndex({ query, engine, reads }: Database): RequireIndex {
  const known = new VersionedCache<Definition, boolean>(1000);
  const shape = { form: { type: 'text' }, complete: { type: 'boolean' } } as const;
  const read = rowReader<{ form: string; complete: boolean }>(engine, shape);
  const find = prepare<'collection'>((slot) =>
    query.selectFrom(searched.name).select(['form', 'complete']).where('collection', '=', slot('collection')),
  );
  const look = async (definition: Definition) => {
    const [state] = (await reads.all(find({ collection: definition.name }))).map(read);
    return state?.complete === true && state.form === formOf(definition);
  };
  return async (definition, version) => {
    let isReady = known.get(definition, version);
    if (isReady === undefined) {
      isReady = await look(definition);
      known.set(definition, isReady, version, { source: { tables: [searched.name] } });
    }
    if (!isReady) throw new AppError('searchNotReady', { headers: { 'retry-after': '5' } });
  };
}

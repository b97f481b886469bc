import type { DeleteQueryBuilder, DeleteResult, InsertQueryBuilder, InsertResult, Kysely } from 'kysely';
import type { Tables } from '../../database/soft-deletion/tables.ts';
import type { Catalogue } from '../../definitions/catalogue.ts';
import type { Definition } from '../../definitions/define-record.ts';
import { type Change, idsIn } from '../row.ts';
import { chunksOf } from '../rows/chunks.ts';

type Statement =
  | DeleteQueryBuilder<Tables, string, DeleteResult>
  | InsertQueryBuilder<Tables, string, InsertResult>;

/** The statements that bring a record's link tables in step with the ids that its changed rows hold. */
export function* linkStatements(
  query: Kysely<Tables>,
  catalogue: Catalogue,
  definition: Definition,
  changes: readonly Change[],
): Generator<Statement> {
  for (const { field, link } of catalogue.referencesOf(definition.name)) {
    if (!link) continue;
    const added: { holder_id: bigint; target_id: bigint }[] = [];
    for (const [before, after] of changes) {
      const [old, now] = [new Set(before && idsIn(before, field)), new Set(idsIn(after, field))];
      const gone = [...old.difference(now)];
      if (gone.length > 0)
        yield query.deleteFrom(link.name).where('holder_id', '=', after.id).where('target_id', 'in', gone);
      for (const id of now.difference(old)) added.push({ holder_id: after.id, target_id: id });
    }
    for (const some of chunksOf(added)) yield query.insertInto(link.name).values(some);
  }
}

/** The statements that delete the links of rows that are gone for good. */
export function* unlinkStatements(
  query: Kysely<Tables>,
  catalogue: Catalogue,
  definition: Definition,
  ids: readonly bigint[],
): Generator<Statement> {
  for (const { link } of catalogue.referencesOf(definition.name))
    if (link) yield query.deleteFrom(link.name).where('holder_id', 'in', ids);
}

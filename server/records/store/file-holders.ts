import type { Reference } from '../../definitions/catalogue.ts';
import { nestedName } from '../../definitions/nested/nested-collection.ts';
import type { WhichRecords } from '../../definitions/types/where.ts';
import { addressById, type NamedFile } from '../named-files.ts';
import type { Reads } from './reads.ts';

const ID = { id: { type: 'bigint' } } as const;

/** The ids of the first `most` records that use a file by a reference, of those that a rule leaves. */
export async function holdersOfFile(
  reads: Reads,
  reference: Reference,
  { id, path: address }: NamedFile,
  { records, most }: { readonly records: WhichRecords; readonly most: number },
): Promise<bigint[]> {
  const { definition, field, path, link, isMention } = reference;
  const { query, engine } = reads;
  const left = query
    .selectFrom(definition.name)
    .select('id')
    .where(reads.ruleCondition(definition, records))
    .orderBy('id')
    .limit(most);
  const linked =
    path === undefined
      ? link && query.selectFrom(link.name).select('holder_id').where('target_id', '=', id)
      : query
          .selectFrom(nestedName(definition.name))
          .select('holder_id')
          .where('path', '=', path)
          .where('number', '=', id);
  const holders = isMention
    ? left.where((e) =>
        e.or(
          [address, addressById(id)].map((text) =>
            e(e.fn<number>(engine.findText, [field, e.val(text)]), '>', e.lit(0)),
          ),
        ),
      )
    : left.where(linked ? 'id' : field, 'in', linked ?? [id]);
  return (await reads.records<{ id: bigint }>(holders, ID)).map((one) => one.id);
}

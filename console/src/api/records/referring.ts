import type { Relation } from '../../form/relations.ts';
import type { ServedDescription } from '../definitions.ts';
import { countRecords } from './counts.ts';
import { listTitles, type RecordTitle, referred } from './titles.ts';

/** Records that refer to one: the first of them, and how many there are. */
export interface Referring {
  readonly relation: Relation<ServedDescription>;
  readonly records: readonly RecordTitle[];
  readonly count: number;
}

/** The records that refer to a record by one of these references, at most `most` by each. References without any are left out. */
export async function readReferring(
  relations: readonly Relation<ServedDescription>[],
  id: string,
  most: number,
): Promise<readonly Referring[]> {
  const read = relations.map(async (relation) => {
    const { collection, path } = relation;
    const filter = path.split('.').reduceRight<object>((inner, name) => ({ [name]: inner }), { eq: id });
    const { items, next } = await listTitles(collection, { filter, sort: collection.sort, count: most });
    const count = next === null ? items.length : await countRecords(referred(collection), { filter });
    return { relation, records: items, count };
  });
  return (await Promise.all(read)).filter(({ count }) => count > 0);
}

import { chunksOf, type Reads, whereEvenDeleted } from '../../records/index.ts';
import { isErased } from '../accounts/erased-user.ts';
import { user } from '../accounts/user.collection.ts';

/** Which of these users' personal data was erased. */
export async function erasedAmong(reads: Reads, ids: readonly bigint[]): Promise<ReadonlySet<bigint>> {
  const found = new Set<bigint>();
  for (const some of chunksOf([...new Set(ids)])) {
    const records = await whereEvenDeleted(reads, user, (select) => select.where('id', 'in', some));
    for (const record of records) if (isErased(record)) found.add(record.id);
  }
  return found;
}

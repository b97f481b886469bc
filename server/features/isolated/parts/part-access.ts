import { type Door, decide, withSettings } from '../../../access/index.ts';
import type {
  ActingPart,
  Catalogue,
  ServedDefinition,
  ShowingPart,
} from '../../../definitions/for-server.ts';
import { AppError } from '../../../errors.ts';
import { matchingRecords } from '../../../records/index.ts';

type PlacedPart = ShowingPart | ActingPart;

/** What users need to be allowed with the collections of a part. */
function rightOf({ kind, right }: PlacedPart) {
  return right ?? (kind === 'action' ? 'update' : 'read');
}

/** The collections of a part with which the caller may do what it is about; undefined if it is not for them. */
export function collectionsFor(
  part: PlacedPart,
  { actor, admission }: Door,
  { served }: Catalogue,
): readonly string[] | undefined {
  const { collections = [] } = part;
  const allowed = collections.filter((name) => {
    const rule = served.find((one) => one.name === name)?.access[rightOf(part)];
    return rule !== undefined && decide(actor, withSettings(rule, admission.switchedOff)).allowed;
  });
  const isOfRecords = part.kind === 'tab' || part.kind === 'action';
  const isFor = isOfRecords ? allowed.length > 0 : allowed.length === collections.length;
  return isFor ? allowed : undefined;
}

/** Some records of one collection of a part. */
export interface OfRecords {
  readonly collection: string;
  readonly ids: readonly bigint[];
}

/** Throws unless the caller may see these records, and do with each what the part is about. */
export async function requireRecordsOf(
  part: PlacedPart,
  { collection, ids }: OfRecords,
  door: Door,
  catalogue: Catalogue,
): Promise<void> {
  const definition = catalogue.served.find(({ name }) => name === collection);
  if (!definition || !part.collections?.includes(collection)) throw new AppError('recordNotFound');
  const wanted = [...new Set(ids)];
  const found = await reachedRecords(part, wanted, definition, door);
  if (found.length < wanted.length) throw new AppError('recordNotFound');
}

async function reachedRecords(
  part: PlacedPart,
  ids: readonly bigint[],
  definition: ServedDefinition,
  door: Door,
): Promise<readonly object[]> {
  const right = rightOf(part);
  const { reads, records } = await door.reach(definition, 'read', ...(right === 'read' ? [] : [right]));
  if (ids.length === 0) return [];
  const found = await reads.where(definition, (select) => select.where('id', 'in', ids));
  return matchingRecords(reads, definition, records, found);
}

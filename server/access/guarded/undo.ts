import type { Catalogue, Definition } from '../../definitions/for-server.ts';
import { isRefusal } from '../../errors.ts';
import {
  matchingRecords,
  type Reads,
  requireKeptSince,
  type UndoLine,
  type UndoScope,
  undoChanges,
  type Writes,
  whereEvenDeleted,
} from '../../records/index.ts';
import { decide } from '../decide.ts';
import { lockGiverById } from '../delegation/giver.ts';
import { orSuper, undoOthers } from '../delegation/permissions.ts';
import type { Door } from '../door.ts';

/** Whether an actor may undo the changes of others. */
export function mayUndoOthers({ actor }: Pick<Door, 'actor'>): boolean {
  return decide(actor, orSuper(undoOthers)).allowed;
}

/**
 * Undoes a scope with the caller's rights over records and fields. Throws if it holds changes of others and the caller has lost
 * the right to undo these.
 */
export async function undoWithin(
  { actor }: Pick<Door, 'actor'>,
  writes: Writes,
  scope: UndoScope,
): Promise<UndoLine[]> {
  const isOwn = scope.userId === actor.id;
  const isOperator = actor.id < 0n;
  if (!isOwn && !isOperator) await lockGiverById(writes, actor.id, [undoOthers.permission.key]);
  const lines = await undoChanges(writes, scope, isOwn);
  if (scope.since !== undefined) await requireKeptSince(writes, scope.since, 'since');
  return lines;
}

/** The lines of a report, without records and fields that the caller may no longer see. */
export async function visibleLines(
  door: Door,
  catalogue: Catalogue,
  lines: readonly UndoLine[],
): Promise<UndoLine[]> {
  const shown = new Map<UndoLine, UndoLine>();
  const groups = Map.groupBy(lines, ({ collection, version }) => `${collection} ${version ?? ''}`);
  for (const some of groups.values()) {
    const [first] = some;
    const definition = first && definitionOf(catalogue, first);
    const reach = definition && (await reachOrNothing(door, definition));
    if (!definition || !reach) continue;
    const { reads, records, rights } = reach;
    const there = records === 'all' ? undefined : await idsThere(reads, definition, some, records);
    for (const line of some) {
      if (there && !there.has(idOf(line))) continue;
      const isShown = (name: string) => rights.shows(definition, name);
      const { fields, left, ...rest } = line;
      shown.set(line, {
        ...rest,
        ...(fields && { fields: fields.filter(isShown) }),
        ...(left && { left: left.filter(isShown) }),
      });
    }
  }
  return lines.flatMap((line) => shown.get(line) ?? []);
}

function definitionOf(catalogue: Catalogue, { collection, version }: UndoLine): Definition | undefined {
  const served = catalogue.served.find(({ name }) => name === collection);
  return served && version === 'draft' ? catalogue.draftsOf(served) : served;
}

/** Ids that are texts are passed on as they are. */
function idOf({ id, key }: UndoLine): bigint {
  return key === undefined ? id : (key as unknown as bigint);
}

async function reachOrNothing(door: Door, definition: Definition) {
  try {
    return await door.reach(definition, 'read');
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}

async function idsThere(
  reads: Reads,
  definition: Definition,
  lines: readonly UndoLine[],
  records: Parameters<typeof matchingRecords>[2],
): Promise<ReadonlySet<bigint>> {
  const ids = lines.map(idOf);
  const found = await whereEvenDeleted(reads, definition, (select) => select.where('id', 'in', ids));
  return new Set((await matchingRecords(reads, definition, records, found)).map(({ id }) => id));
}

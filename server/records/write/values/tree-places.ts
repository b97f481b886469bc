import { MAX_TREE_LEVELS } from '../../../../contract/limits.ts';
import type { Raw } from '../../../database/engine.ts';
import type { Definition } from '../../../definitions/define-collection.ts';
import { AppError, badParameters } from '../../../errors.ts';
import { message, type Text } from '../../../messages/message.ts';
import { idsIn, isSame } from '../../record.ts';
import type { Use } from '../../rights.ts';
import type { Reads } from '../../store/reads.ts';
import {
  levelsBelow,
  lineFrom,
  lockedLines,
  lockMove,
  type Parents,
  type Tree,
} from '../../store/tree-lines.ts';
import { rightsOver, type WriteReads } from '../../store/write-context.ts';

/** Values that may move a record, and what the actor must be allowed to do with the record. */
interface Move {
  readonly values: Raw;
  readonly uses: readonly Use[];
}

/**
 * Locks a record and the records above the parent that these values give it. To be called before the record is locked, so that moves that
 * cross do not deadlock. Throws before that if the actor cannot reach the record: they must not make others wait for its branch.
 */
export async function lockPlace(
  reads: WriteReads,
  definition: Definition,
  id: bigint,
  { values, uses }: Move,
): Promise<void> {
  const { tree: field } = definition;
  if (field === undefined || reads.engine.isSerial) return;
  const [parent] = idsIn(values, field);
  if (parent === undefined) return;
  await requireReach(reads, definition, id, uses);
  await lockMove(reads, { definition, field }, id, parent);
}

/** Throws if the actor cannot reach a record now. The record is not locked, so the write has to ask again. */
async function requireReach(
  reads: WriteReads,
  definition: Definition,
  id: bigint,
  uses: readonly Use[],
): Promise<void> {
  const records = (await rightsOver(reads, definition))?.records(definition, ...uses) ?? 'all';
  if (records === 'all') return;
  const found = await reads.count(definition, (select) =>
    select.where('id', '=', id).where(reads.ruleCondition(definition, records)),
  );
  if (found === 0) throw new AppError('recordNotFound');
}

/** Throws if a record would be below itself or too deep in its tree, unless it keeps the parent that it had `before`. */
export async function requirePlace(
  reads: Reads,
  definition: Definition,
  record: Raw,
  before?: Raw,
): Promise<void> {
  const { tree } = definition;
  if (tree === undefined || (before && isSame(before[tree] ?? null, record[tree] ?? null))) return;
  const [error] = await placeErrors(reads, definition, [record]);
  if (error) throw error;
}

/**
 * Errors of records that would be below themselves or too deep in their tree, indexed like `records`. The records above are locked, so
 * that concurrent moves cannot close a circle.
 */
export async function placeErrors(
  reads: Reads,
  definition: Definition,
  records: readonly Raw[],
): Promise<(AppError | undefined)[]> {
  const { tree: field } = definition;
  if (field === undefined) return [];
  const tree = { definition, field };
  const named = [...new Set(records.flatMap((record) => idsIn(record, field)))];
  if (named.length === 0) return [];
  const parents = await lockedLines(reads, tree, named);
  const errors: (AppError | undefined)[] = [];
  for (const record of records) {
    const problem = await problemOf(reads, tree, record, parents);
    errors.push(problem === undefined ? undefined : badParameters({ [field]: problem }));
  }
  return errors;
}

/** The problem of a record below these records; a new record has nothing below itself. */
async function problemOf(reads: Reads, tree: Tree, record: Raw, parents: Parents): Promise<Text | undefined> {
  const [parent] = idsIn(record, tree.field);
  if (parent === undefined) return undefined;
  const [id] = idsIn(record, 'id');
  const above = lineFrom(parents, parent);
  // The record itself may be deleted and about to come back, so it is looked for among parents as well.
  if (id !== undefined && (id === parent || above.some((one) => parents.get(one) === id)))
    return message('belowItself');
  const levels = above.length + 1 + (id === undefined ? 0 : await levelsBelow(reads, tree, id));
  return levels > MAX_TREE_LEVELS ? message('tooDeepInTree', { max: MAX_TREE_LEVELS }) : undefined;
}

import type { Raw } from '../../database/engine.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import type { AppError } from '../../errors.ts';
import { freeTurn, isTurnOver } from '../../shared/turn.ts';
import { reachErrors } from '../rows/reachable-rows.ts';
import { rightsOver, type WriteReads } from '../rows/write-context.ts';
import { fillPositions } from './order/positions.ts';
import type { WriteParts } from './parts.ts';
import type { Numbering } from './row-writer.ts';
import { Refusals } from './rows-refused.ts';
import { cleanWhole } from './values/clean.ts';
import { keepClosed } from './values/closed-fields.ts';
import { stampCreation } from './values/stamps.ts';
import { lockTargets, targetErrors } from './values/targets.ts';
import { placeErrors } from './values/tree-places.ts';
import { settleUnique } from './values/unique.ts';

/** Creates rows and returns their ids. Rows whose creation runs hooks come one after the other, in a savepoint of their own. */
export async function createRows(
  parts: WriteParts,
  definition: Definition,
  sent: readonly Raw[],
  numbering: Numbering = 'next',
): Promise<bigint[]> {
  const { writes, hooks } = parts;
  if (!definition.hooks?.beforeCreate && !definition.hooks?.afterCreate)
    return created(parts, definition, await newRows(writes, definition, sent), numbering);
  const kept = numbering === 'trial' ? 'next' : numbering; // hooks may keep an id
  return hooks.atomically(async () => {
    const ids: bigint[] = [];
    const refusals = new Refusals();
    for (const [index, one] of sent.entries()) {
      if (index > 0 && isTurnOver()) await freeTurn();
      // One by one, because a hook may read the rows created before.
      const create = async () => {
        const additions = (row: Raw) => hooks.additions(definition, row);
        const row = await newRows(writes, definition, [one], additions);
        ids.push(...(await created(parts, definition, row, kept)));
      };
      await (sent.length > 1 ? hooks.atomically(create) : create()).catch((error) =>
        refusals.note(index, error),
      );
    }
    refusals.throwAny();
    return ids;
  });
}

async function created(
  { rows, hooks }: WriteParts,
  definition: Definition,
  checked: readonly Raw[],
  numbering: Numbering,
): Promise<bigint[]> {
  const changes = await rows.create(definition, checked, numbering);
  await hooks.after(definition, 'create', changes);
  return changes.map(([, { id }]) => id);
}

/**
 * Turns sent values into whole, stamped rows. They are checked as if created one after the other, but with few statements. If
 * hooks add values (`additionsOf`), only one row may be sent. Throws RowsRefused, naming every row that cannot be created.
 */
async function newRows(
  reads: WriteReads,
  definition: Definition,
  sent: readonly Raw[],
  additionsOf?: (values: Raw) => Promise<Raw>,
): Promise<Raw[]> {
  const refusals = new Refusals();
  const rows = new Map<number, Raw>();
  let additions: Raw = {};
  const rights = await rightsOver(reads, definition);
  const stamps = stampCreation(definition.audit, reads.context);
  for (const [index, values] of sent.entries()) {
    if (index > 0 && isTurnOver()) await freeTurn();
    try {
      const row = await cleanWhole(definition, values);
      keepClosed(definition, rights, { sent: values, values: row, before: definition.initial });
      if (additionsOf) {
        await lockTargets(reads, definition, row);
        additions = await additionsOf(row);
      }
      rows.set(index, { ...row, ...additions, ...stamps });
    } catch (error) {
      refusals.note(index, error);
    }
  }
  const left = () => [...rows.values()];
  /** Drops the rows that have an error; `errors` is indexed like the remaining rows. */
  const refuse = (errors: readonly (AppError | undefined)[]) => {
    for (const [position, index] of [...rows.keys()].entries()) {
      const error = errors[position];
      if (error && rows.delete(index)) refusals.note(index, error);
    }
  };
  await fillPositions(reads, definition, left());
  refuse(await targetErrors(reads, definition, left(), additions));
  refuse(await placeErrors(reads, definition, left()));
  refuse(await settleUnique(reads, definition, left()));
  refuse(await reachErrors(reads, definition, left(), ['create']));
  refusals.throwAny();
  return left();
}

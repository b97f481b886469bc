import type { Raw } from '../../database/engine.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import type { AppError } from '../../errors.ts';
import { freeTurn, isTurnOver } from '../../shared/turn.ts';
import { reachErrors, rightsOver, type WriteReads } from '../store/index.ts';
import { fillPositions } from './order/positions.ts';
import type { WriteParts } from './parts.ts';
import type { Numbering } from './record-writer.ts';
import { Refusals } from './records-refused.ts';
import {
  cleanWhole,
  keepClosed,
  lockTargets,
  placeErrors,
  refuseUnwritten,
  settleUnique,
  stampCreation,
  targetErrors,
} from './values/index.ts';
import { withinReach } from './within-reach.ts';

/** Creates records and returns their ids. Records whose creation runs hooks come one after the other, in a savepoint of their own. */
export async function createRecords(
  parts: WriteParts,
  definition: Definition,
  sent: readonly Raw[],
  numbering: Numbering = 'next',
): Promise<bigint[]> {
  const { writes, hooks } = parts;
  if (!definition.hooks?.beforeCreate && !definition.hooks?.afterCreate)
    return created(parts, definition, await newRecords(writes, definition, sent), numbering);
  const kept = numbering === 'trial' ? 'next' : numbering; // hooks may keep an id
  return hooks.atomically(async () => {
    const ids: bigint[] = [];
    const refusals = new Refusals();
    for (const [index, one] of sent.entries()) {
      if (index > 0 && isTurnOver()) await freeTurn();
      // One by one, because a hook may read the records created before.
      const create = async () => {
        const additions = (record: Raw) => hooks.additions(definition, record);
        const record = await newRecords(writes, definition, [one], additions);
        ids.push(...(await created(parts, definition, record, kept)));
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
  parts: WriteParts,
  definition: Definition,
  checked: readonly Raw[],
  numbering: Numbering,
): Promise<bigint[]> {
  const create = () => parts.records.create(definition, checked, numbering);
  const changes = await (definition.writes ? withinReach(parts, definition, ['create'], create) : create());
  await parts.hooks.after(definition, 'create', changes);
  return changes.map(([, { id }]) => id);
}

/**
 * Turns sent values into whole, stamped records. They are checked as if created one after the other, but with few statements. If
 * hooks add values (`additionsOf`), only one record may be sent. Throws RecordsRefused, naming every record that cannot be created.
 */
async function newRecords(
  reads: WriteReads,
  definition: Definition,
  sent: readonly Raw[],
  additionsOf?: (values: Raw) => Promise<Raw>,
): Promise<Raw[]> {
  const refusals = new Refusals();
  const records = new Map<number, Raw>();
  let additions: Raw = {};
  const rights = await rightsOver(reads, definition);
  const stamps = stampCreation(definition.audit, reads.context);
  for (const [index, values] of sent.entries()) {
    if (index > 0 && isTurnOver()) await freeTurn();
    try {
      const record = await cleanWhole(definition, values);
      refuseUnwritten(definition, values);
      await keepClosed(reads, definition, rights, {
        sent: values,
        values: record,
        before: definition.initial,
        states: [{ ...record, ...stamps }],
      });
      if (additionsOf) {
        await lockTargets(reads, definition, record);
        additions = await additionsOf(record);
      }
      records.set(index, { ...record, ...additions, ...stamps });
    } catch (error) {
      refusals.note(index, error);
    }
  }
  const left = () => [...records.values()];
  /** Drops the records that have an error; `errors` is indexed like the remaining records. */
  const refuse = (errors: readonly (AppError | undefined)[]) => {
    for (const [position, index] of [...records.keys()].entries()) {
      const error = errors[position];
      if (error && records.delete(index)) refusals.note(index, error);
    }
  };
  const { order, tree, unique } = definition;
  if (order) await fillPositions(reads, definition, order, left());
  if (reads.catalogue.referencesOf(definition.name).length > 0)
    refuse(await targetErrors(reads, definition, left(), additions));
  if (tree !== undefined) refuse(await placeErrors(reads, definition, left()));
  if (unique.length > 0) refuse(await settleUnique(reads, definition, left()));
  refuse(await reachErrors(reads, definition, left(), ['create']));
  refusals.throwAny();
  return left();
}

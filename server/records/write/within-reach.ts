import type { Definition } from '../../definitions/define-collection.ts';
import type { Change } from '../record.ts';
import type { Use } from '../rights.ts';
import { reachErrors } from '../store/reachable-records.ts';
import type { WriteParts } from './parts.ts';
import { Refusals } from './records-refused.ts';

/**
 * Runs a write to another program's table whose values are within the actor's reach. Defaults and triggers of the table have their say
 * only then, so what they made of the records must be within reach too; else all of it is undone, and RecordsRefused thrown.
 */
export function withinReach(
  { writes, hooks }: WriteParts,
  definition: Definition,
  uses: readonly Use[],
  write: () => Promise<Change[]>,
): Promise<Change[]> {
  return hooks.atomically(async () => {
    const changes = await write();
    const records = changes.map(([, after]) => after);
    const refusals = new Refusals();
    const errors = await reachErrors(writes, definition, records, uses);
    for (const [index, error] of errors.entries()) if (error) refusals.note(index, error);
    refusals.throwAny();
    return changes;
  });
}

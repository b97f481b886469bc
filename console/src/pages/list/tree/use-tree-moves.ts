import { useQueryClient } from '@tanstack/vue-query';
import { ref } from 'vue';
import type { ServedDescription } from '../../../api/definitions.ts';
import type { TreeRow } from '../../../api/rows/branches.ts';
import { type Destination, moveRow, putUnder } from '../../../api/rows/moves.ts';
import { adviceFor } from '../../../parts/error-advice.ts';
import { toast } from '../../../parts/toasts.ts';
import { t } from '../../../texts/rows.ts';
import { placeOf } from '../arrange/destination.ts';
import type { Branches } from './branches.ts';

/** A place in a tree; by default the last below its parent. */
export interface TreePlace {
  readonly parent: string | null;
  readonly to?: Destination | undefined;
}

const LAST: Destination = { to: 'last' };

/** Moves rows of a tree at once, and sends the moves in sequence. Refused moves are reverted. */
export function useTreeMoves(record: ServedDescription, field: string, tree: Branches) {
  const queries = useQueryClient();
  const announcement = ref('');
  let last: Promise<unknown> = Promise.resolve();
  const nameOf = (row: TreeRow | undefined) => row?.title || t.fields.untitled;

  /** Resolves once the server has moved the row. If it refuses, reverts the move and throws. */
  function move(id: string, place: TreePlace): Promise<void> {
    const row = tree.find(id);
    if (!row) return Promise.resolve();
    const back: TreePlace = { parent: row.parent, to: placeOf(tree.rowsOf(row.parent), id) };
    tree.show(row, place.parent, place.to ?? LAST);
    announcement.value = messageFor(row, place);
    const done = last.then(() => send(row, place));
    last = done.catch(() => {
      const there = tree.find(id) ?? { ...row, parent: place.parent };
      tree.show(there, back.parent, back.to ?? LAST);
    });
    return last
      .then(() => done)
      .then(() => {
        if (row.parent === place.parent) return;
        toast({ text: messageFor(row, place), action: { label: t.form.undo, run: () => attempt(id, back) } });
      });
  }

  /** The same, but announces a refusal instead of throwing it. */
  async function attempt(id: string, place: TreePlace): Promise<void> {
    const name = nameOf(tree.find(id));
    try {
      await move(id, place);
    } catch (error) {
      announcement.value = t.arrange.refused(name, adviceFor(error).what);
      toast({ text: announcement.value });
    }
  }

  async function send(row: TreeRow, { parent, to }: TreePlace): Promise<void> {
    if (row.parent !== parent) await putUnder(record, field, row, { parent, to: to ?? LAST });
    else if (to && record.order?.within === field) await moveRow(record, row.id, to);
    void queries.invalidateQueries({ queryKey: ['records', record.name] });
  }

  function messageFor(row: TreeRow, { parent }: TreePlace): string {
    const name = nameOf(row);
    if (row.parent !== parent)
      return parent === null
        ? t.arrange.movedToTop(name)
        : t.arrange.movedUnder(name, nameOf(tree.find(parent)));
    const place = tree.rowsOf(parent).findIndex(({ id }) => id === row.id) + 1;
    return t.arrange.isNow(name, place);
  }

  return { announcement, move, attempt, nameOf };
}

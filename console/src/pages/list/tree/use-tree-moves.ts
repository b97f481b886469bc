import { useQueryClient } from '@tanstack/vue-query';
import { ref } from 'vue';
import type { ServedDescription } from '../../../api/definitions.ts';
import type { TreeRow } from '../../../api/rows/branches.ts';
import { type Destination, moveRow, putUnder } from '../../../api/rows/moves.ts';
import { adviceFor } from '../../../parts/error-advice.ts';
import { toast } from '../../../parts/toasts.ts';
import { undoneScope } from '../../../parts/undo-scope.ts';
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
export function useTreeMoves(collection: ServedDescription, field: string, tree: Branches) {
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
      .then((request) => {
        if (row.parent === place.parent) return;
        const run = () => takeBack(id, back, request);
        toast({ text: messageFor(row, place), action: { label: t.form.undo, run } });
      });
  }

  /** Undoes the request, so that what was moved since stays. Without a history, the row is moved to its former place. */
  async function takeBack(id: string, back: TreePlace, request: string | undefined): Promise<void> {
    if (collection.audit !== 'full' || request === undefined) return attempt(id, back);
    const row = tree.find(id);
    const isDone = await undoneScope({ request });
    if (row && isDone) tree.show(row, back.parent, back.to ?? LAST);
    void queries.invalidateQueries({ queryKey: ['collections', collection.name] });
  }

  /** The same, but announces a refusal instead of throwing it. */
  async function attempt(id: string, place: TreePlace): Promise<void> {
    const name = nameOf(tree.find(id));
    try {
      await move(id, place);
    } catch (error) {
      announcement.value = t.arrange.refused({ name, reason: adviceFor(error).what });
      toast({ text: announcement.value });
    }
  }

  async function send(row: TreeRow, { parent, to }: TreePlace): Promise<string | undefined> {
    const isInOrder = to && collection.order?.within === field;
    try {
      if (row.parent !== parent) return await putUnder(collection, field, row, { parent, to: to ?? LAST });
      return isInOrder ? await moveRow(collection, row.id, to) : undefined;
    } finally {
      void queries.invalidateQueries({ queryKey: ['collections', collection.name] });
    }
  }

  function messageFor(row: TreeRow, { parent }: TreePlace): string {
    const name = nameOf(row);
    if (row.parent !== parent)
      return parent === null
        ? t.arrange.movedToTop(name)
        : t.arrange.movedUnder({ name, parent: nameOf(tree.find(parent)) });
    const place = tree.rowsOf(parent).findIndex(({ id }) => id === row.id) + 1;
    return t.arrange.isNow(name, place);
  }

  return { announcement, move, attempt, nameOf };
}

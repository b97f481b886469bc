import { useQueryClient } from '@tanstack/vue-query';
import { ref } from 'vue';
import type { ServedDescription } from '../../../api/definitions.ts';
import type { TreeRecord } from '../../../api/records/branches.ts';
import { type Destination, moveRecord, putUnder } from '../../../api/records/moves.ts';
import { placeOf } from '../../../form/order-by-hand.ts';
import { adviceFor } from '../../../parts/error-advice.ts';
import { toast } from '../../../parts/toasts.ts';
import { undoneScope } from '../../../parts/undo-scope.ts';
import { t } from '../../../texts/records.ts';
import type { Branches } from './branches.ts';

/** A place in a tree; by default the last below its parent. */
export interface TreePlace {
  readonly parent: string | null;
  readonly to?: Destination | undefined;
}

const LAST: Destination = { to: 'last' };

/** Moves records of a tree at once, and sends the moves in sequence. Refused moves are reverted. */
export function useTreeMoves(collection: ServedDescription, field: string, tree: Branches) {
  const queries = useQueryClient();
  const announcement = ref('');
  let last: Promise<unknown> = Promise.resolve();
  const nameOf = (record: TreeRecord | undefined) => record?.title || t.fields.untitled;

  /** Resolves once the server has moved the record. If it refuses, reverts the move and throws. */
  function move(id: string, place: TreePlace): Promise<void> {
    const record = tree.find(id);
    if (!record) return Promise.resolve();
    const back: TreePlace = { parent: record.parent, to: placeOf(tree.recordsOf(record.parent), id) };
    tree.show(record, place.parent, place.to ?? LAST);
    announcement.value = messageFor(record, place);
    const done = last.then(() => send(record, place));
    last = done.catch(() => {
      const there = tree.find(id) ?? { ...record, parent: place.parent };
      tree.show(there, back.parent, back.to ?? LAST);
    });
    return last
      .then(() => done)
      .then((request) => {
        if (record.parent === place.parent) return;
        const run = () => takeBack(id, back, request);
        toast({ text: messageFor(record, place), action: { label: t.form.undo, run } });
      });
  }

  /** Undoes the request, so that what was moved since stays. Without a history, the record is moved to its former place. */
  async function takeBack(id: string, back: TreePlace, request: string | undefined): Promise<void> {
    if (collection.audit !== 'full' || request === undefined) return attempt(id, back);
    const record = tree.find(id);
    const isDone = await undoneScope({ request });
    if (record && isDone) tree.show(record, back.parent, back.to ?? LAST);
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

  async function send(record: TreeRecord, { parent, to }: TreePlace): Promise<string | undefined> {
    const isInOrder = to && collection.order?.within === field;
    try {
      if (record.parent !== parent)
        return await putUnder(collection, field, record, { parent, to: to ?? LAST });
      return isInOrder ? await moveRecord(collection, record.id, to) : undefined;
    } finally {
      void queries.invalidateQueries({ queryKey: ['collections', collection.name] });
    }
  }

  function messageFor(record: TreeRecord, { parent }: TreePlace): string {
    const name = nameOf(record);
    if (record.parent !== parent)
      return parent === null
        ? t.arrange.movedToTop(name)
        : t.arrange.movedUnder({ name, parent: nameOf(tree.find(parent)) });
    const place = tree.recordsOf(parent).findIndex(({ id }) => id === record.id) + 1;
    return t.arrange.isNow(name, place);
  }

  return { announcement, move, attempt, nameOf };
}

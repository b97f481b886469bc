import { useQueryClient } from '@tanstack/vue-query';
import { computed, shallowRef } from 'vue';
import type { ServedDescription } from '../../../api/definitions.ts';
import { type Destination, moveRecord } from '../../../api/records/moves.ts';
import { movedIn, placeOf } from '../../../form/order-by-hand.ts';
import { adviceFor } from '../../../parts/error-advice.ts';
import { toast } from '../../../parts/toasts.ts';
import { t } from '../../../texts/records.ts';

/** Records in an order by hand: moves are shown at once and sent one after the other. What the server has is shown once all are answered. */
export function useArranging(
  collection: ServedDescription,
  stored: () => readonly string[],
  nameOf: (id: string) => string,
) {
  const queries = useQueryClient();
  /** The order while moves are on their way. */
  const shown = shallowRef<readonly string[]>();
  const ids = computed(() => shown.value ?? stored());
  let last: Promise<void> = Promise.resolve();
  let open = 0;

  function arrange(after: readonly string[]): void {
    const before = ids.value;
    const id = movedIn(before, after);
    if (id === undefined) return;
    const [to, back] = [after, before].map((order) =>
      placeOf(
        order.map((one) => ({ id: one })),
        id,
      ),
    );
    if (!to || !back) return;
    shown.value = after;
    const isStep = Math.abs(after.indexOf(id) - before.indexOf(id)) === 1;
    send(id, to, isStep ? undefined : back);
  }

  /** Moves a record. With a way back, a notice offers to move it there again: an undo of the request would leave its place alone. */
  function send(id: string, to: Destination, back?: Destination): void {
    open += 1;
    last = last.then(async () => {
      try {
        await moveRecord(collection, id, to);
        if (back)
          toast({
            text: t.arrange.moved(nameOf(id)),
            action: { label: t.form.undo, run: () => send(id, back) },
          });
      } catch (error) {
        toast({ text: t.arrange.refused({ name: nameOf(id), reason: adviceFor(error).what }) });
      }
      open -= 1;
      if (open === 0) await refresh();
    });
  }

  async function refresh(): Promise<void> {
    await queries.invalidateQueries({ queryKey: ['collections', collection.name] });
    if (open === 0) shown.value = undefined;
  }

  return { ids, arrange };
}

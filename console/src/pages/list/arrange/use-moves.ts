import { useQueryClient } from '@tanstack/vue-query';
import { ref } from 'vue';
import type { ServedDescription } from '../../../api/definitions.ts';
import { type Destination, moveRecord } from '../../../api/records/moves.ts';
import type { ListedRecord } from '../../../api/records/record-list.ts';
import { placeOf } from '../../../form/order-by-hand.ts';
import { adviceFor } from '../../../parts/error-advice.ts';
import { toast } from '../../../parts/toasts.ts';
import { t } from '../../../texts/records.ts';
import type { RowWindow } from '../row-window.ts';
import { placed } from './destination.ts';

interface Move {
  readonly record: ListedRecord;
  readonly to: Destination;
  /** The former place. */
  readonly back: Destination;
  /** Whether the server moved it. */
  readonly sent: PromiseWithResolvers<boolean>;
}

/** Moves records at once, and sends the moves in sequence. Refused moves are reverted. */
export function useMoves(collection: ServedDescription, records: RowWindow) {
  const queries = useQueryClient();
  const announcement = ref('');
  const queue: Move[] = [];
  let isSending = false;

  /** The loaded records of the same list, in order. */
  function siblingsOf(record: ListedRecord): readonly ListedRecord[] {
    const { within } = collection.order ?? {};
    if (within === undefined) return records.records.value;
    return records.records.value.filter((other) => String(other[within]) === String(record[within]));
  }

  function show({ record }: Pick<Move, 'record'>, to: Destination): void {
    const siblings = siblingsOf(record);
    const [first, last] = [siblings[0], siblings.at(-1)];
    const ends = { hasFirst: records.previous.value === null, hasLast: records.next.value === null };
    // If several lists are shown, their ends are not the ends of the page.
    const isEnd = 'to' in to && collection.order?.within !== undefined && first && last;
    const shown = !isEnd ? to : to.to === 'first' ? { before: first.id } : { after: last.id };
    const isSame =
      ('before' in shown && shown.before === record.id) || ('after' in shown && shown.after === record.id);
    if (!isSame) records.records.value = placed(records.records.value, record, shown, ends);
  }

  /** Moves a record. A move of more than one step is announced, with a button to undo it. */
  function move(record: ListedRecord, to: Destination, { isStep = false } = {}): void {
    const back = placeOf(siblingsOf(record), record.id);
    if (!back) return;
    show({ record }, to);
    const made: Move = { record, to, back, sent: Promise.withResolvers() };
    queue.push(made);
    announcement.value = messageFor(record);
    if (!isStep)
      toast({ text: announcement.value, action: { label: t.form.undo, run: () => takeBack(made) } });
    void send();
  }

  /** Moves the record to its former place: an undo of the request would leave its place alone. */
  async function takeBack({ record, back, sent }: Move): Promise<void> {
    if (await sent.promise) move(record, back, { isStep: true });
  }

  function messageFor(record: ListedRecord): string {
    const name = nameOf(record);
    const siblings = siblingsOf(record);
    const place = siblings.findIndex(({ id }) => id === record.id) + 1;
    const isKnown = records.previous.value === null && place > 0;
    return isKnown ? t.arrange.isNow(name, place) : t.arrange.moved(name);
  }

  async function send(): Promise<void> {
    if (isSending) return;
    isSending = true;
    for (let next = queue.shift(); next; next = queue.shift()) {
      try {
        await moveRecord(collection, next.record.id, next.to);
        next.sent.resolve(true);
      } catch (error) {
        for (const one of [next, ...queue.splice(0)].toReversed()) {
          show(one, one.back);
          one.sent.resolve(false);
        }
        announcement.value = t.arrange.refused({ name: nameOf(next.record), reason: adviceFor(error).what });
        toast({ text: announcement.value });
      }
    }
    isSending = false;
    void queries.invalidateQueries({ queryKey: ['collections', collection.name, 'cached'] });
  }

  function nameOf(record: ListedRecord): string {
    return String(record[collection.title_field] ?? '') || t.fields.untitled;
  }

  return { announcement, move, siblingsOf, nameOf };
}

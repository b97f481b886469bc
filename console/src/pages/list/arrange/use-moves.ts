import { useQueryClient } from '@tanstack/vue-query';
import { ref } from 'vue';
import type { ServedDescription } from '../../../api/definitions.ts';
import { type Destination, moveRow } from '../../../api/rows/moves.ts';
import type { ListedRow } from '../../../api/rows/row-list.ts';
import { adviceFor } from '../../../parts/error-advice.ts';
import { toast } from '../../../parts/toasts.ts';
import { undoneScope } from '../../../parts/undo-scope.ts';
import { t } from '../../../texts/rows.ts';
import type { RowWindow } from '../row-window.ts';
import { placed, placeOf } from './destination.ts';

interface Move {
  readonly row: ListedRow;
  readonly to: Destination;
  /** The former place. */
  readonly back: Destination;
  /** The id of the request that moved it; undefined if it was refused. */
  readonly sent: PromiseWithResolvers<string | undefined>;
}

/** Moves rows at once, and sends the moves in sequence. Refused moves are reverted. */
export function useMoves(collection: ServedDescription, rows: RowWindow) {
  const queries = useQueryClient();
  const announcement = ref('');
  const queue: Move[] = [];
  let isSending = false;

  /** The loaded rows of the same list, in order. */
  function siblingsOf(row: ListedRow): readonly ListedRow[] {
    const { within } = collection.order ?? {};
    if (within === undefined) return rows.rows.value;
    return rows.rows.value.filter((other) => String(other[within]) === String(row[within]));
  }

  function show({ row }: Pick<Move, 'row'>, to: Destination): void {
    const siblings = siblingsOf(row);
    const [first, last] = [siblings[0], siblings.at(-1)];
    const ends = { hasFirst: rows.previous.value === null, hasLast: rows.next.value === null };
    // If several lists are shown, their ends are not the ends of the page.
    const isEnd = 'to' in to && collection.order?.within !== undefined && first && last;
    const shown = !isEnd ? to : to.to === 'first' ? { before: first.id } : { after: last.id };
    const isSame =
      ('before' in shown && shown.before === row.id) || ('after' in shown && shown.after === row.id);
    if (!isSame) rows.rows.value = placed(rows.rows.value, row, shown, ends);
  }

  /** Moves a row. A move of more than one step is announced, with a button to undo it. */
  function move(row: ListedRow, to: Destination, { isStep = false } = {}): void {
    const back = placeOf(siblingsOf(row), row.id);
    if (!back) return;
    show({ row }, to);
    const made: Move = { row, to, back, sent: Promise.withResolvers() };
    queue.push(made);
    announcement.value = messageFor(row);
    if (!isStep)
      toast({ text: announcement.value, action: { label: t.form.undo, run: () => takeBack(made) } });
    void send();
  }

  /** Undoes the request, so that what was moved since stays. Without a history, the row is moved to its former place. */
  async function takeBack({ row, back, sent }: Move): Promise<void> {
    const request = await sent.promise;
    if (request === undefined) return;
    if (collection.audit !== 'full') return move(row, back, { isStep: true });
    if (await undoneScope({ request })) show({ row }, back);
    void queries.invalidateQueries({ queryKey: ['collections', collection.name] });
  }

  function messageFor(row: ListedRow): string {
    const name = nameOf(row);
    const siblings = siblingsOf(row);
    const place = siblings.findIndex(({ id }) => id === row.id) + 1;
    const isKnown = rows.previous.value === null && place > 0;
    return isKnown ? t.arrange.isNow(name, place) : t.arrange.moved(name);
  }

  async function send(): Promise<void> {
    if (isSending) return;
    isSending = true;
    for (let next = queue.shift(); next; next = queue.shift()) {
      try {
        next.sent.resolve(await moveRow(collection, next.row.id, next.to));
      } catch (error) {
        for (const one of [next, ...queue.splice(0)].toReversed()) {
          show(one, one.back);
          one.sent.resolve(undefined);
        }
        announcement.value = t.arrange.refused({ name: nameOf(next.row), reason: adviceFor(error).what });
        toast({ text: announcement.value });
      }
    }
    isSending = false;
    void queries.invalidateQueries({ queryKey: ['collections', collection.name, 'cached'] });
  }

  function nameOf(row: ListedRow): string {
    return String(row[collection.title_field] ?? '') || t.fields.untitled;
  }

  return { announcement, move, siblingsOf, nameOf };
}

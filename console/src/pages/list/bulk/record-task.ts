import { computed, ref, shallowReactive } from 'vue';
import { QuireError } from '../../../api/connection.ts';
import { errorText } from '../../../parts/toast-error.ts';

/** A record that something is done with. */
export interface TaskRecord {
  readonly id: string;
  readonly title: string;
}

interface Refused {
  readonly record: TaskRecord;
  readonly reason: string;
}

/**
 * Does something with one record after the other, because no request does it with many. Records that are refused are kept with
 * their reasons. A lost network stops it, and what is left can be gone on with.
 */
export function useRecordTask(
  records: readonly TaskRecord[],
  work: (record: TaskRecord) => Promise<void>,
  labelOf: (field: string) => string | undefined,
) {
  const done = ref(0);
  const refused = shallowReactive<Refused[]>([]);
  const left = shallowReactive([...records]);
  const isRunning = ref(false);
  const isStopping = ref(false);
  /** Why it stopped before its end, unless the user stopped it. */
  const trouble = ref('');

  async function run(): Promise<void> {
    if (isRunning.value) return;
    [isRunning.value, isStopping.value, trouble.value] = [true, false, ''];
    while (left[0] && !isStopping.value && !trouble.value) await attempt(left[0]);
    isRunning.value = false;
  }

  async function attempt(record: TaskRecord): Promise<void> {
    try {
      await work(record);
      done.value += 1;
    } catch (error) {
      if (!isAnswer(error)) {
        trouble.value = errorText(error);
        return;
      }
      refused.push({ record, reason: errorText(error, labelOf) });
    }
    left.shift();
  }

  /** Tries the refused records again. */
  function retry(): Promise<void> {
    left.push(...refused.splice(0).map(({ record }) => record));
    return run();
  }

  function stop(): void {
    isStopping.value = true;
  }

  const isOver = computed(() => !isRunning.value && left.length === 0);
  return { done, refused, left, isRunning, isOver, trouble, run, retry, stop };
}

/** Whether the server has decided on the record, rather than being out of reach or too busy. */
function isAnswer(error: unknown): boolean {
  return error instanceof QuireError && error.status < 500 && error.status !== 429 && error.status !== 401;
}

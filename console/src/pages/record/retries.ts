import { onScopeDispose, watch } from 'vue';
import type { RecordEdit } from '../../edits/record-edit.ts';

const FIRST_MS = 3000;
const LONGEST_MS = 60_000;

/** Retries a save that waits for the network: at once when the network returns, otherwise with backoff. */
export function useRetries<E extends Pick<RecordEdit, 'state'>>(edit: E, retry: () => void): void {
  let pause = FIRST_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isWaiting = () => edit.state.value.is === 'waiting' && edit.state.value.because === 'unreachable';
  const now = () => isWaiting() && retry();

  watch(
    edit.state,
    ({ is }) => {
      clearTimeout(timer);
      if (isWaiting()) {
        timer = setTimeout(now, pause);
        pause = Math.min(pause * 2, LONGEST_MS);
      } else if (is === 'saved') pause = FIRST_MS;
    },
    { immediate: true },
  );
  addEventListener('online', now);
  onScopeDispose(() => {
    clearTimeout(timer);
    removeEventListener('online', now);
  });
}

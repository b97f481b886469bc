import { onScopeDispose, shallowRef } from 'vue';
import { QuireError } from '../../api/connection.ts';
import type { ServedDescription } from '../../api/definitions.ts';
import { enterRow, leaveRow, type Present } from '../../api/presence.ts';

const PING_MS = 20_000;

/** Who else has this row open. Nothing is told to a server that has no such route, nor by a hidden tab. */
export function usePresence(record: ServedDescription, id: string) {
  const others = shallowRef<readonly Present[]>([]);
  let timer: ReturnType<typeof setInterval> | undefined = setInterval(ping, PING_MS);

  async function ping() {
    if (document.hidden) return;
    try {
      others.value = await enterRow(record, id);
    } catch (error) {
      if (error instanceof QuireError && error.status < 500) stop();
    }
  }

  function stop() {
    clearInterval(timer);
    timer = undefined;
    others.value = [];
  }

  void ping();
  onScopeDispose(() => {
    if (timer !== undefined) void leaveRow(record, id).catch(() => {});
    stop();
  });
  return others;
}

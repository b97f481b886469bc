import { onScopeDispose, shallowRef } from 'vue';
import type { ServedDescription } from '../../../api/definitions.ts';
import { endPreview, makePreview } from '../../../api/records/preview-links.ts';
import { impersonation } from '../../../api/session.ts';

/** As long as a preview may be open before it asks anew. */
const HOURS = 1;
/** A link that is about to end is no use to a page that only begins to load. */
const NEARLY_MS = 60_000;

/** A link that opens the draft for the page in the frame. It ends with the preview, with its time, or with its maker's right. */
export function useDraftToken(collection: ServedDescription, id: string | undefined) {
  const link = shallowRef<Awaited<ReturnType<typeof makePreview>>>();
  const failure = shallowRef<unknown>();
  let isOver = false;

  /** Makes a link unless there is one. Nobody makes links in the name of somebody else. */
  async function renew(): Promise<void> {
    if (collection.version !== 'draft' || id === undefined || impersonation.value) return;
    if (link.value && link.value.expire_time - NEARLY_MS > Date.now()) return;
    failure.value = undefined;
    try {
      link.value = await makePreview(collection, id, { hours: HOURS });
      if (isOver) await end(link.value.id);
    } catch (error) {
      failure.value = error;
    }
  }

  /** The link may have ended already, and ends by itself. */
  async function end(one: string): Promise<void> {
    if (id !== undefined) await endPreview(collection, id, one).catch(() => {});
  }

  onScopeDispose(() => {
    isOver = true;
    if (link.value) void end(link.value.id);
  });
  return { link, failure, renew };
}

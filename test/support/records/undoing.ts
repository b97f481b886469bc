import type { BodyOf } from '../bodies.ts';
import type { Client } from '../client.ts';
import type { FreshApp } from '../fresh-app.ts';

export type UndoPreview = BodyOf<'POST /cms/undo/preview'>;

/** How tests take back what people did. */
export function undoing({ server }: FreshApp) {
  const preview = (by: Client, scope: object) => by.done<UndoPreview>('POST /cms/undo/preview', scope);
  return {
    preview,
    /** Takes back what the preview tells; answers the id of the undo. */
    undo: async (by: Client, scope: object) => {
      const { expected } = await preview(by, scope);
      return by.make('/cms/undo', { ...scope, expected });
    },
    /** What this person does in between, as a scope. */
    within: async ({ id }: { readonly id: number }, work: () => Promise<unknown>) => {
      const since = await nextMoment();
      await work();
      await server.store.jobs.idle();
      const until = Date.now();
      await nextMoment();
      return { user: id, since, until };
    },
  };
}

/** A time later than that of everything before. */
async function nextMoment(): Promise<number> {
  const before = Date.now();
  while (Date.now() === before) await new Promise((resolve) => setImmediate(resolve));
  return Date.now();
}

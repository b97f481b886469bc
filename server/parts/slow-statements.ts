import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/database.ts';
import { Repeated } from '../shared/counting/repeated.ts';
import { withoutValues } from '../shared/text/without-values.ts';

const WINDOW_MS = 60_000;
const MOST_SQL = 4000;

/**
 * Writes statements that take longer into the log: the first of each kind at once, those that follow within a minute as a
 * count. Values are never written, so neither is what stands between quotes.
 */
export function tellSlowStatements({ engine, watch }: Database, app: FastifyInstance, fromMs: number): void {
  if (fromMs === 0) return;
  const repeated = new Repeated(WINDOW_MS);
  watch.listen((operation, took, sql) => {
    if (took < fromMs || operation === 'transaction') return;
    const text = withoutValues(sql);
    const about = { operation, ms: Math.round(took), sql: text.slice(0, MOST_SQL) };
    repeated.note(
      text,
      () => app.log.warn({ ...about, ...planOf(engine, operation, sql) }, 'slow statement'),
      (times) => app.log.warn({ ...about, repeated: times }, 'slow statement'),
    );
  });
  app.addHook('onClose', async () => repeated.flush());
}

/** How the engine runs it, where that is known at once. */
function planOf(
  { planOf: find }: Database['engine'],
  operation: string,
  sql: string,
): { readonly plan?: string } {
  if (operation === 'command' || find === undefined) return {};
  try {
    return { plan: withoutValues(find(sql)) };
  } catch {
    return {}; // the tables may have changed meanwhile
  }
}

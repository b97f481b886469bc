import type { Catalogue } from '../definitions/catalogue.ts';
import type { Engine } from './engine.ts';
import { unavailable } from './retrying.ts';

const ANSWER_WITHIN_MS = 2000;
const HOLDS_FOR_MS = 1000;

/**
 * Checks that the database answers soon and still has every column of the definitions; throws `unavailable` otherwise. It asks
 * at most once a second.
 */
export function makeReadiness(engine: Engine, catalogue: Catalogue): () => Promise<void> {
  const needed = catalogue.all.flatMap(({ name, columns }) =>
    Object.keys(columns).map((column) => `${name}.${column}`),
  );
  const look = async () => {
    const rows = await engine.reads.all({ sql: engine.presentColumns, parameters: [] });
    const present = new Set(rows.map(({ table, column }) => `${table}.${column}`));
    const missing = needed.filter((column) => !present.has(column));
    if (missing.length > 0) throw unavailable(`the tables lack ${missing.join(', ')}`);
  };
  let latest: { readonly answer: Promise<void>; readonly until: number } | undefined;
  return () => {
    if (!latest || performance.now() > latest.until)
      latest = { answer: inTime(look()), until: performance.now() + HOLDS_FOR_MS };
    return latest.answer;
  };
}

function inTime(answer: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unavailable('the database is slow to answer')), ANSWER_WITHIN_MS);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

import {
  attempt,
  impersonation,
  mailToken,
  previewLink,
  session,
  trustedDevice,
} from '../../access/index.ts';
import type { Engine } from '../../database/engine.ts';
import { change, changeHead, newMark } from '../../records/index.ts';

/** What ends with a restored database: who holds one of these may have lost it since the backup. */
const ENDED = [session, mailToken, previewLink, impersonation, attempt, trustedDevice];
/** Records of one statement: on SQLite, each holds the event loop. */
const BATCH = 2000;

/** What a restored database no longer honours. */
export interface Ended {
  readonly sessions: number;
  readonly links: number;
}

/**
 * Ends all sessions, with their tokens, and all links of a database that was set back, and begins a new epoch of the feed of
 * changes.
 */
export async function beginAnew(engine: Engine, tables: ReadonlySet<string>): Promise<Ended> {
  const ended: Record<string, number> = {};
  for (const { name } of ENDED)
    if (tables.has(name))
      ended[name] = await inRanges(engine, name, (ids) => `delete from "${name}" where ${ids}`);
  if (tables.has(changeHead.name)) await beginEpoch(engine);
  return {
    sessions: ended[session.name] ?? 0,
    links: (ended[mailToken.name] ?? 0) + (ended[previewLink.name] ?? 0),
  };
}

/**
 * Gives every change another mark, so that no place in the feed is known that a reader holds. A reader learns that it must read
 * everything anew: the records that it keeps may be of a time that is undone, wherever in the feed it was.
 */
async function beginEpoch(engine: Engine): Promise<void> {
  const step = newMark();
  const set = `update "${change.name}" set "batch" = "batch" + ${step}`;
  await inRanges(engine, change.name, (ids) => `${set} where ${ids}`);
  await engine.transaction((connection) =>
    connection.command(
      `update "${changeHead.name}" set "erased_mark" = coalesce("erased_mark", 0) + ${step}`,
    ),
  );
}

/** Runs a statement on all records of a table, some at a time, in the order of their ids. Returns the number of records. */
async function inRanges(engine: Engine, table: string, sqlFor: (ids: string) => string): Promise<number> {
  let total = 0;
  for (let last: bigint | undefined; ; ) {
    const behind = last === undefined ? '' : `where "id" > ${last}`;
    const sql = `select "id" from "${table}" ${behind} order by "id" limit ${BATCH}`;
    const found = await engine.reads.all({ sql, parameters: [] });
    const [first, end] = [found[0]?.id, found.at(-1)?.id].map(String);
    if (found.length === 0) return total;
    await engine.transaction((connection) => connection.command(sqlFor(`"id" between ${first} and ${end}`)));
    total += found.length;
    last = BigInt(end ?? 0);
  }
}

import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';
import type { Correction } from '../../database/schema/corrections.ts';
import {
  correctRows,
  listPastMisfits,
  listRowsInTheWay,
  type MigrationContext,
} from '../../database/schema/migrate.ts';
import { isPlainObject, toId } from '../../definitions/for-server.ts';
import { CannotStart } from '../../errors.ts';
import { toJson } from '../../shared/exact-json.ts';
import { fromJson } from '../../shared/json.ts';

/**
 * Writes all records that are in the way of the plan into a file, and what it cleans or removes in the history, a line of JSON for
 * each. Returns how many there are.
 */
export async function writeRecords(
  context: MigrationContext,
  path: string,
): Promise<{ records: number; past: number }> {
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 }); // it holds contents; no other file is replaced
  const ended = finished(file).catch((cause) => {
    throw new CannotStart(`--list: '${path}' cannot be written (${cause.code ?? cause.message})`, { cause });
  });
  const count = { records: 0, past: 0 };
  const write = async (line: object) => {
    if (!file.write(`${toJson(line)}\n`)) await new Promise((drained) => file.once('drain', drained));
  };
  for await (const record of listRowsInTheWay(context)) {
    await write(record);
    count.records += 1;
  }
  for await (const { collection, id, revision, field, value, why = 'is cleaned' } of listPastMisfits(
    context,
  )) {
    await write({ collection, id, entry: revision, field, value, why });
    count.past += 1;
  }
  file.end();
  await ended;
  return count;
}

/** Gives the records of such a file the values that somebody wrote into it as `becomes`; lines without it are passed over. */
export async function correctFrom(context: MigrationContext, path: string): Promise<number> {
  const given: Correction[] = [];
  let at = 0;
  try {
    for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
      at += 1;
      if (line.trim() !== '') given.push(...readLine(line));
    }
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : cause;
    throw new CannotStart(`--correct: '${path}' cannot be read${at > 0 ? `, line ${at}` : ''}: ${why}`, {
      cause,
    });
  }
  return correctRows(context, given);
}

function readLine(line: string): Correction[] {
  const one: unknown = fromJson(line);
  if (!isPlainObject(one)) throw new Error('it must be an object');
  const { collection, field, becomes } = one;
  const id = toId(one.id);
  if (one.entry !== undefined && becomes !== undefined)
    throw new Error("it is an entry of the history, which is not corrected: take 'becomes' away");
  if (typeof collection !== 'string' || typeof field !== 'string' || id === undefined)
    throw new Error("it must have 'collection', 'id' and 'field', as --list writes them");
  return becomes === undefined ? [] : [{ collection, id, field, becomes }];
}

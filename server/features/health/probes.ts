import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../database/database.ts';
import { reasonOf, unavailable } from '../../database/retrying.ts';
import type { Catalogue } from '../../definitions/catalogue.ts';
import { AppError } from '../../errors.ts';
import type { Message } from '../../messages/message.ts';
import { makeFolder } from '../../shared/system/folders.ts';
import { message } from './messages/message.ts';
import { probe } from './probe.collection.ts';

/** Tries one thing that requests need. Throws `unavailable` with the reason. */
export type Probe = () => Promise<void>;

/** Whether the server is not about to stop. */
export function leavingProbe(leaving: AbortSignal): Probe {
  return async () => {
    if (leaving.aborted) throw unavailable('the server is about to stop', message('serverLeaves'));
  };
}

/** Whether the database can be read, and has every column of the definitions. */
export function columnsProbe({ engine }: Database, catalogue: Catalogue): Probe {
  const needed = catalogue.all.flatMap(({ name, columns }) =>
    Object.keys(columns).map((column) => `${name}.${column}`),
  );
  return async () => {
    const records = await telling(reasonOf('lost'), async () =>
      engine.reads.all({ sql: engine.presentColumns, parameters: [] }),
    );
    const present = new Set(records.map(({ table, column }) => `${table}.${column}`));
    const missing = needed.filter((column) => !present.has(column));
    if (missing.length > 0)
      throw unavailable(`the tables lack ${missing.join(', ')}`, message('tablesDiffer'));
  };
}

/** Whether the database takes a write and keeps it: a full disk is noticed by the commit alone. */
export function writeProbe({ query, transaction }: Database): Probe {
  const remove = query.deleteFrom(probe.name).compile();
  return () =>
    telling(reasonOf('readOnly'), () =>
      transaction(async (connection) => {
        await connection.run(query.insertInto(probe.name).values({ time: Date.now() }).compile());
        await connection.run(remove);
      }),
    );
}

const PROBE = Buffer.alloc(4096, 'probe ');

/** Whether files can be written into a folder. */
export function folderProbe(folder: string): Probe {
  return async () => {
    const file = join(folder, `probe-${randomUUID()}`);
    try {
      await makeFolder(folder);
      await writeFile(file, PROBE, { flag: 'wx', mode: 0o600 });
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException;
      const isFull = code === 'ENOSPC' || code === 'EDQUOT';
      throw unavailable(cause, message(isFull ? 'uploadsFull' : 'uploadsNotWritable'));
    } finally {
      await rm(file, { force: true }).catch(() => {});
    }
  };
}

/** Throws what fails as `unavailable`, with this reason unless it has its own. */
async function telling<T>(reason: Message | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw cause instanceof AppError && cause.key === 'unavailable' ? cause : unavailable(cause, reason);
  }
}

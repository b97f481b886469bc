import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addressedTo } from '../access/erasure/cancel-mails.ts';
import { toJson } from '../shared/exact-json.ts';
import { fromOwnJson } from '../shared/json.ts';
import { makeFolder } from '../shared/system/folders.ts';
import type { Mail } from './mail.ts';

/** A mail in the folder. */
export interface KeptMail extends Mail {
  /** When it was written, in milliseconds since 1970. */
  readonly time: number;
}

const DELIVERY = /^[0-9a-f-]{36}$/;
const MOST = 100;

/** Keeps a mail as `<delivery>.eml`, with its fields as JSON beside it. Keeping it again changes nothing. */
export async function keepMail(folder: string, mail: Mail, message: Buffer): Promise<void> {
  await makeFolder(folder);
  await keepFile(join(folder, `${mail.delivery}.eml`), message);
  await keepFile(join(folder, `${mail.delivery}.json`), toJson({ ...mail, time: Date.now() }));
}

/** The last mails of the folder, the newest first. */
export async function listMails(folder: string): Promise<KeptMail[]> {
  const dated = await Promise.all(
    (await namesIn(folder)).map(async (name) => ({ name, time: (await stat(join(folder, name))).mtimeMs })),
  );
  const last = dated.sort((one, other) => other.time - one.time).slice(0, MOST);
  return Promise.all(last.map(async ({ name }) => fromOwnJson(await readFile(join(folder, name), 'utf8'))));
}

/** Removes the mails to these addresses from the folder. */
export async function forgetMailsTo(folder: string, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return;
  const isTheirs = addressedTo(addresses);
  for (const name of await namesIn(folder)) {
    const mail = await ifThere(readFile(join(folder, name), 'utf8'));
    if (mail === undefined || !isTheirs(fromOwnJson<KeptMail>(mail))) continue;
    const message = name.replace('.json', '.eml');
    for (const file of [message, name]) await rm(join(folder, file), { force: true }); // the one that names it comes last
  }
}

async function namesIn(folder: string): Promise<string[]> {
  const found = (await ifThere(readdir(folder))) ?? [];
  return found.filter((name) => /^[0-9a-f-]{36}\.json$/.test(name));
}

/** A mail of the folder as it would have been sent; undefined if it is not there. */
export async function readMail(folder: string, delivery: string): Promise<Buffer | undefined> {
  if (!DELIVERY.test(delivery)) return undefined;
  return ifThere(readFile(join(folder, `${delivery}.eml`)));
}

async function keepFile(path: string, content: string | Buffer): Promise<void> {
  const partial = `${path}.partial`;
  await writeFile(partial, content, { mode: 0o600 });
  await rename(partial, path);
}

async function ifThere<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

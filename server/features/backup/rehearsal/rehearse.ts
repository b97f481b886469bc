import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeSessions, makeTokens, user } from '../../../access/index.ts';
import type { Engine } from '../../../database/engine.ts';
import { dumpsOf } from '../../../database/open.ts';
import { CannotStart } from '../../../errors.ts';
import type { CommandHost, MigratedServer } from '../../../module/commands/command.ts';
import { type RecordStore, systemContext } from '../../../records/index.ts';
import type { Settings } from '../../../settings/values.ts';
import {
  type BackupAccess,
  type BackupSettings,
  checkBackup,
  loadTables,
  type Manifest,
  readManifest,
  requireFitting,
} from '../index.ts';
import { type Answered, type Answers, nameOf, type Read } from './answers.ts';

interface Rehearsal extends BackupAccess {
  readonly reads: readonly Read[];
  readonly migrated: CommandHost['migrated'];
}

/**
 * Restores a backup to a scratch database, migrates that, and asks a server on it for these reads. Nothing leaves it: neither
 * jobs nor webhooks of the copy run, and mails are files. The scratch database is removed.
 */
export async function rehearse(
  folder: string,
  settings: BackupSettings,
  { reads, migrated, ...reading }: Rehearsal,
): Promise<{ readonly manifest: Manifest; readonly answers: Answers }> {
  const manifest = await readManifest(folder, settings.secrets);
  await requireFitting(manifest, settings, reading.encryption);
  await checkBackup(folder, manifest, reading.signal);
  await using temp = await mkdtempDisposable(join(tmpdir(), 'quire-rehearsal-'));
  const scratch = await (await dumpsOf(settings.databaseUrl)).scratch(temp.path);
  try {
    const own: Settings = {
      ...settings,
      databaseUrl: scratch.databaseUrl,
      databaseReadUrls: [],
      uploadDir: join(temp.path, 'uploads'),
      uploadBucket: undefined,
      mailDir: join(temp.path, 'mail'),
      keepsMails: true,
      mailUrl: undefined,
    };
    await loadTables(folder, manifest, own, {
      ...reading,
      finish: (engine) => forgetWebhooks(engine, manifest),
    });
    const answers: Record<string, Answered> = {};
    await migrated(own, async (server) => {
      const tokenOf = makeSignIn(server.store, own);
      for (const read of reads) answers[nameOf(read)] = await ask(server, read, tokenOf);
    });
    return { manifest, answers };
  } finally {
    await scratch.remove();
  }
}

/** What sends events of the copy to others, as only the real server may. */
const WEBHOOKS = ['quire_webhook_delivery', 'quire_webhook'];

async function forgetWebhooks(engine: Engine, { database }: Manifest): Promise<void> {
  for (const table of WEBHOOKS)
    if (Object.hasOwn(database.records, table))
      await engine.transaction((connection) => connection.command(`delete from "${table}"`));
}

/** Opens a session of a user once, and answers its token. */
function makeSignIn(store: RecordStore, settings: Settings): (username: string) => Promise<string> {
  const { secrets, factorPolicy } = settings;
  const lifetimes = {
    access: settings.accessTokenTtl,
    refresh: settings.refreshTokenTtl,
    session: settings.sessionTtl,
  };
  const sessions = makeSessions(makeTokens(secrets), lifetimes, factorPolicy);
  const from = {
    address: '',
    agent: 'rehearsal',
    keepsNewRefreshTokens: true,
    proof: { methods: ['password', 'totp'] },
  } as const;
  const known = new Map<string, string>();
  return async (username) => {
    const had = known.get(username);
    if (had !== undefined) return had;
    const found = await store.reads.first(user, (select) => select.where('username', '=', username));
    if (!found) throw new CannotStart(`the backup has no user '${username}'; allowed: its users, or -`);
    const token = await store.write(systemContext('rehearsal'), async (writes) => {
      const { tokens } = await sessions.open(writes, found.id, from, 'program');
      return tokens.access_token;
    });
    known.set(username, token);
    return token;
  };
}

async function ask(
  { get }: MigratedServer,
  { username, path }: Read,
  tokenOf: (username: string) => Promise<string>,
): Promise<Answered> {
  const { status, text } = await get(path, username === undefined ? undefined : await tokenOf(username));
  try {
    return { status, body: withoutInstance(JSON.parse(text)) };
  } catch {
    return { status, body: text }; // a page or a file
  }
}

/** A failure without the name of its request, which no other request has. */
function withoutInstance(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('instance' in body) || !('type' in body)) return body;
  const { instance: _, ...failure } = body;
  return failure;
}

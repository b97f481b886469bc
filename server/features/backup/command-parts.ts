import { existsSync } from 'node:fs';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { databaseFile } from '../../database/open.ts';
import { CannotStart } from '../../errors.ts';
import { type CommandHost, Misuse } from '../../module/commands/command.ts';
import { Damaged } from './damaged.ts';
import { type Encryption, readEncryption } from './encryption.ts';
import type { BackupSettings } from './own-settings.ts';
import { noteRun, type Outcome } from './runs.ts';

/** Reads the arguments of a command that takes one folder. Throws Misuse. */
export function readFolder(name: string, args: string[], options: ParseArgsOptionsConfig) {
  const { positionals, values } = parseArgs({ args, allowPositionals: true, options });
  const [folder, ...others] = positionals;
  if (folder === undefined || others.length > 0) throw new Misuse(`${name} takes one folder`);
  return { folder, values: values as Readonly<Record<string, string | undefined>> }; // none is a switch
}

/** The settings and the definitions. The host's type knows the core's settings alone; the module's are among them. */
export async function projectOf(host: CommandHost) {
  const { settings, catalogue } = await host.project();
  return { settings: settings as BackupSettings, catalogue };
}

/** The keys of `--key`, or those of the settings. */
export async function encryptionFor(
  { backupKeyFile }: BackupSettings,
  keyFile = backupKeyFile,
): Promise<Encryption | undefined> {
  return keyFile === undefined ? undefined : readEncryption(keyFile);
}

/** Notes what a command did in the database, if there is one that takes it. */
export async function noteIn(
  host: CommandHost,
  { databaseUrl }: BackupSettings,
  outcome: Outcome,
): Promise<void> {
  const file = databaseFile(databaseUrl);
  if (file !== undefined && !existsSync(file)) return;
  try {
    await host.withDatabase(({ store }) => noteRun(store, outcome));
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error;
    console.error(`This is not noted in the database: ${error.message}`);
  }
}

/** Runs a command's work. Why a backup cannot be used is printed, and the command ends with 1. */
export async function printingDamage(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Damaged)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

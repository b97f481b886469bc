import { dirname, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { databaseFile } from '../database/open.ts';
import type { Command } from '../module/commands/command.ts';
import { readSettings, type Settings } from '../settings.ts';
import { watchTypes } from './dev/compiler.ts';
import { Supervisor } from './dev/supervisor.ts';
import { watchProject } from './dev/watch-project.ts';
import { typesFileOf } from './types.ts';

export const dev: Command = {
  usage: '[--client <file>]',
  summary:
    'Serves the project and follows its changes, without dropping requests. Writes types, and the client.',
  async run(args) {
    const { values } = parseArgs({ args, options: { client: { type: 'string' } } });
    const client = values.client === undefined ? undefined : resolve(values.client);
    const settings = readSettings();
    const root = dirname(resolve(settings.contentDir));
    const supervisor = new Supervisor(root, client);
    const without = [
      typesFileOf(settings.contentDir),
      ...(client ? [client] : []),
      ...keptFiles(settings, root),
    ];
    const unwatch = watchProject({ root, without }, (files) => supervisor.change(files));
    const compiler = watchTypes(root, (line) => console.log(line));
    const end = () => {
      unwatch();
      compiler?.kill();
      supervisor.end();
    };
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, end);
  },
};

/** The files and folders that the server writes. */
function keptFiles({ databaseUrl, uploadDir }: Settings, root: string): string[] {
  const file = databaseFile(databaseUrl);
  if (file === undefined) return [resolve(uploadDir)];
  const folder = dirname(resolve(file));
  const isAround = !relative(folder, root).startsWith('..'); // a database among the sources
  const kept = isAround ? ['', '-wal', '-shm', '-journal'].map((end) => resolve(file) + end) : [folder];
  return [...kept, resolve(uploadDir)];
}

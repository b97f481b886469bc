import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import manifest from '../../../../package.json' with { type: 'json' };
import { databaseFile } from '../../../database/open.ts';
import type { Figure } from '../../../module/figure.ts';
import type { Host } from '../../../module/host.ts';

/** Which program this is, and the room on its disks. */
export function machineFigures({ settings, uploads, store }: Host): Figure[] {
  const file = databaseFile(settings.databaseUrl);
  const folders = Object.entries({
    uploads: uploads.incoming,
    ...(file !== undefined && { database: dirname(file) }),
  });
  const ofDisks = (value: 'blocks' | 'bavail') => async () =>
    (
      await Promise.all(
        folders.map(async ([place, folder]) => {
          const disk = await statfs(folder).catch(() => undefined); // no upload has made it yet
          return disk ? [{ labels: { place }, value: disk[value] * disk.bsize }] : [];
        }),
      )
    ).flat();
  const { version } = manifest;
  return [
    {
      name: 'quire_build_info',
      help: 'Which version runs, on which version of Node and which database. Always 1.',
      kind: 'gauge',
      isShared: true,
      read: () => [
        { labels: { version, node: process.version, database: store.database.engine.name }, value: 1 },
      ],
    },
    {
      name: 'quire_disk_size_bytes',
      help: 'The size of the disks that hold uploads that arrive, and the embedded database.',
      kind: 'gauge',
      isShared: true,
      read: ofDisks('blocks'),
    },
    {
      name: 'quire_disk_free_bytes',
      help: 'What is left of them for this process.',
      kind: 'gauge',
      isShared: true,
      read: ofDisks('bavail'),
    },
  ];
}

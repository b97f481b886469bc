import type { InOtherWords } from '../../../messages/languages.ts';
import type { zh } from './zh.ts';

/** In English. */
export const en: InOtherWords<typeof zh> = {
  serverLeaves: 'the server is about to stop',
  tablesDiffer: 'the tables do not match the definitions',
  uploadsFull: 'the folder of uploads has no space left',
  uploadsNotWritable: 'the folder of uploads cannot be written',
  probeLabel: 'Probes of the database',
  isWell: 'How long the process held its event loop at a stretch, in milliseconds',
  isLive: 'Whether the process is running',
  isReady:
    'Whether requests can be served: the database is reachable and its tables fit the definitions; else 503',
};

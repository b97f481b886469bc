import type { InOtherWords } from '../../../messages/languages.ts';
import type { zh } from './zh.ts';

/** In English. */
export const en: InOtherWords<typeof zh> = {
  consoleLogo: 'The logo of the project',
  consolePage: 'The pages in which people edit content',
  partsTag: 'Parts of the console',
  listParts: "List the project's parts of the console that the caller is shown",
  partFile: 'A file of a part of the console',
  partContract: 'The version of what parts may use of the console',
  partPlugin: 'The plug-in that brings it; null for one of the project',
  partScript: 'The file below /console/parts/ that defines it',
  partStyle: 'The file with its styles',
  partsForPeople: 'Parts of the console are for people.',
  consoleIsBuilding: 'The console is being built. This page shows it in a moment.',
  consoleHasFailed: 'The console could not be built. The output of the start says why.',
  partDescribed: 'How the console draws a part of an isolated plug-in, which has no files',
};

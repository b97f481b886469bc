import type { InOtherWords } from '../../../messages/languages.ts';
import type { zh } from './zh.ts';

/** In English. */
export const en: InOtherWords<typeof zh> = {
  consoleLogo: 'The logo of the project',
  consolePage: 'The pages in which people edit content',
  consoleIsBuilding: 'The console is being built. This page shows it in a moment.',
  consoleHasFailed: 'The console could not be built. The output of the start says why.',
};

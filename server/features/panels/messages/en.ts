import type { InOtherWords } from '../../../messages/languages.ts';
import type { zh } from './zh.ts';

/** In English. */
export const en: InOtherWords<typeof zh> = {
  panelsTag: 'Panels',
  listPanels: 'List the panels that the caller may see, with their data',
  panelPicture: 'One number, a bar for each group, or a line through all groups',
  panelGroup: 'The field that makes the groups; null for a number',
  panelKey: 'The value that the records of the group share; null if they have none',
  panelValue: 'The exact value as text; null if there is none',
  panelMore: 'Whether there are groups that are not shown',
};

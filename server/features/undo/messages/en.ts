import type { InOtherWords } from '../../../messages/languages.ts';
import type { zh } from './zh.ts';

/** In English. */
export const en: InOtherWords<typeof zh> = {
  undoLabel: 'undo',
  undoTag: 'Undo',
  previewUndo: 'Preview an undo: what would be undone and what left unchanged; nothing is written',
  applyUndo:
    'Undo what someone did in a period, or what one request, import or bulk change did, in one transaction',
  listUndos: 'Undos, newest first: the caller’s own; super administrators see all',
  showUndo: 'One undo',
  undoRecords: 'What an undo did to each record that the caller may see',
  undoUser: 'Whose changes; one’s own if left out',
  undoKey: 'Only changes made with the API key of this id',
  undoSince: 'From when on, in milliseconds since 1970',
  undoUntil: 'Until when, in milliseconds since 1970; until now if left out',
  undoRequest: 'The id of a request, as histories and X-Request-Id name it',
  undoOfImport: 'The id of an import',
  undoOfBulk: 'The id of a bulk change',
  undoOfUndo: 'The id of an undo, to undo it in turn',
  undoCollections: 'Only these collections; all if left out',
  undoExpected: 'The number of changes of the preview; another number is refused',
  undoMore: 'Whether there are records that are not listed',
  undoFound: ({ found, expected }) => `there are ${found} changes to undo, not ${expected}`,
  undoNothing: 'there is nothing to undo',
  undoNotInHistories:
    'no history holds a change of it; files, accounts, comments and assignments have no history',
  undoOneScope: 'exactly one of since, request, import, bulk and undo must be given',
  undoOnlyWithSince: 'is only for use with since',
  undoEmptyPeriod: 'must be before until',
  ownUndoHours: ({ hours }) => `must be within the last ${hours} hours, for own changes`,
};

import type { InOtherWords } from '../../../messages/languages.ts';
import type { zh } from './zh.ts';

/** In English. */
export const en: InOtherWords<typeof zh> = {
  changesTag: 'Changes',
  changesSummary:
    'The changes that the caller may see, in the order of commits; as a stream with Accept: text/event-stream',
  changesAfter: 'Changes after this cursor',
  changesSince: 'Changes since this time, in milliseconds since 1970',
  changesOfCollections: 'Only of these collections, separated by commas',
  changesOfRecord: 'Only of this record; needs one collection',
  changesNext: 'The after of the next page; it can also be used later, for what comes then',
  changesMore: 'Whether more changes follow; a page can be empty all the same',
  changeCursor: 'To be used as after or Last-Event-ID',
  changeOfDraft: 'Present if it is a change of a draft',
  changeEvent: 'entered and left: the record came into the caller’s sight, or left it',
  changeDecision: 'Present if publishing or unpublishing a draft did it',
  changeIsOwn: 'Whether the caller made it',
  changedFields: 'The changed fields that the caller may see',
  afterOrSince: 'cannot be used together with after',
  recordOfOneCollection: 'needs exactly one collection',
};

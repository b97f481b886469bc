import type { InOtherWords } from '../../../messages/languages.ts';
import type { zh } from './zh.ts';

/** In English. */
export const en: InOtherWords<typeof zh> = {
  graphqlTag: 'GraphQL',
  graphqlSummary: 'Reads and writes collections by GraphQL',
  graphqlByGet: 'Reads collections by GraphQL',
  graphqlCan: 'What the caller may do with the record',
  graphqlEtag: 'For if_match; of records that are read alone, or were written',
  graphqlDistance: 'Metres from the place of a condition with near',
  graphqlCursor: 'For after and before; the first and the last of a page have one',
  graphqlTotal: 'How many records there are; null if counting takes too long',
  graphqlFirst: 'How many records a page has at most',
  graphqlLast: 'goes with before, and without first',
  graphqlKey: 'Writes with the same key are done once',
  graphqlWrite: ({ verb, label }) => `${label}: ${verb}`,
  graphqlChanges: 'The changes of all collections, in the order of their commits',
  graphqlChangesOf: ({ label }) => `Changes of ${label}, in the order of their commits`,
  graphqlOneLocale:
    'must be one language: ask for the field again, under another alias, to read it in another',
  graphqlTooLong: ({ max }) => `has more than ${max} characters`,
  graphqlTooManyTokens: ({ max }) => `has more than ${max} tokens`,
  graphqlTooManyBrackets: ({ max }) => `has brackets more than ${max} levels deep`,
  graphqlTooManyWritten: ({ max }) => `is written with more than ${max} fields`,
  graphqlTooManyFields: ({ max }) => `asks for more than ${max} fields, with those of its fragments`,
  graphqlTooManyAtTop: ({ max }) => `has more than ${max} fields at its top`,
  graphqlTooDeep: ({ max }) => `is more than ${max} levels deep`,
  graphqlTooCostly: ({ max }) => `costs more than ${max}: ask for fewer records or fields`,
  graphqlUnknownDocument: 'is not a known document',
  graphqlKnownOnly: 'must be a document of the project',
  graphqlStreamed: 'subscribes: ask with Accept: text/event-stream',
};

import type { InOtherWords } from '../../../messages/languages.ts';
import type { zh } from './zh.ts';

/** In English. */
export const en: InOtherWords<typeof zh> = {
  definitionsTag: 'Definitions',
  listDefinitions: 'The definitions, as far as the caller may see them',
  oneDefinition: 'One definition',
  ownRoutes: 'The routes that the caller may use, except those of content collections',
  pluralOfCollection: 'The name of the collection for all its records',
  menuOfCollection:
    'The heading of a menu below which the collection stands, and its position among all collections, the lowest first',
  viewsOfCollection:
    'Ways to look at the records that the project declares and whose fields the caller may read, in the words of lists',
  firstView: 'The list begins with it',
  displayOfField: 'How to show its values in place of their text',
  controlOfField: 'The part of the console that is its input in forms',
  cellOfField: 'The part of the console that shows it in lists',
  widthOfField: 'How much of a line its control takes in a form',
  groupAside: 'It stands in the side column of a form',
  definitionName: 'Name of the definition',
  previewPageDescription:
    'The page of a site that shows a record, or its draft, with placeholders such as {slug}',
  reviewedDescription: 'Its records are changed by change sets alone, which somebody else approves',
  onlyByChangeSet: 'Only by a change set that somebody else approves',
  onlyFor: ({ who }) => `Only for ${who}`,
  idField: 'ID',
  createTimeField: 'Created',
  isMineField: 'Mine',
  updateTimeField: 'Updated',
  extentOfRecords:
    'true: all records; own: records that the caller created; some: records that meet a condition; absent: none',
  whyNot: 'Actions that the caller may not use, and why',
  draftsDescription:
    'The collection as its drafts are, where the caller may see some of them: what version=draft asks for',
  queryDescription: 'Whether a select answers its records, which nobody writes',
  singletonDescription: 'Whether it has one record, which always exists, at the collection’s own path',
  localesOfContent:
    'Languages of content, the default first, each with the fallbacks that supply a missing text before the default does',
  collationOfField: 'The language in whose order lists by it are, as a BCP 47 tag',
  localeOfField: 'Language of the values of a localised field',
  fieldTranslated: 'The localised field that holds the default language',
  operatorsInFilters: 'Operators that filters may use',
  onRequestDescription: 'What records add where fields names it',
  treeDescription: 'It holds the parent of a record in a tree of the same collection',
  orderOfCollection:
    'The order by hand: the field of the positions, and the field whose values are lists of their own',
  filledByServer: 'Filled in by the server',
  legacyOfField:
    'why records may hold values that the field refuses by now; they can be saved as they were read',
  routeRecords: '`all`: with all records; `some`: with those that the rule lets the caller reach',
};

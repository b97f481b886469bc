import type { InOtherWords } from '../../../messages/languages.ts';
import type { zh } from './zh.ts';

/** In English. */
export const en: InOtherWords<typeof zh> = {
  viewLabel: 'View',
  viewsTag: 'Views',
  manageViews: 'Manage shared views',
  listViews: 'Views of the caller, of their groups and of everybody',
  createView: 'Save a view',
  changeView: 'Change a view',
  deleteView: 'Delete a view',
  viewCreated: ({ name }) => `View ${name} saved`,
  viewChanged: ({ name }) => `View ${name} updated`,
  viewDeleted: ({ name }) => `View ${name} deleted`,
  viewScopes: 'the scopes that the caller may give to views',
  viewScope: 'mine: the owner; group: the named group; everybody: all who may read the collection',
  viewState: 'Any JSON of the client, at most 10000 characters',
  viewEditable: 'Whether the caller may change and delete it',
  noSuchGroup: 'is no group',
  tooManyViews: ({ max }) => `would be more than ${max} views`,
};

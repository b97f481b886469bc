import type { InOtherWords } from '../languages.ts';
import type { interfaces as source } from '../zh/interfaces.ts';

export const interfaces: InOtherWords<typeof source> = {
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
  viewScope: 'mine: the owner; group: the named group; everybody: all who may read the record',
  viewState: 'Any JSON of the client, at most 10000 characters',
  viewEditable: 'Whether the caller may change and delete it',
  noSuchRecord: 'is no record that can be read',
  noSuchGroup: 'is no group',
  tooManyViews: ({ max }) => `would be more than ${max} views`,
  usageOf: ({ label }) => `Where one ${label} is used, as far as the caller may see`,
  usageOfFile: 'Where a file is used, as far as the caller may see',
  usageOnDelete: 'On deletion: refuse; detach takes the reference out; delete deletes those rows as well',
  dryRunOfWrite: 'Check everything and write nothing',
  wouldSucceed: 'This would succeed; nothing was written',
  rowAsItWouldBe: 'The row as it would be, with the fields that the caller may read',
  rowsWrittenAlong: 'Other rows that would be deleted or changed along with it',
};

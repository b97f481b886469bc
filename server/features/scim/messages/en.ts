import type { InOtherWords } from '../../../messages/languages.ts';
import type { zh } from './zh.ts';

/** In English. */
export const en: InOtherWords<typeof zh> = {
  groupHoldsMore: ({ group, permission }) => `group ${group} holds ${permission}, which you do not hold`,
  settingNamesGroup: ({ group }) => `a setting names group ${group}`,
  directoryTag: 'Directory',
  directoryEntryLabel: 'Entry of a directory',
  provision: 'Provision accounts',
  describeDirectory: ({ name }) => `What directories can do here: ${name}`,
  listProvisioned: 'Directory: list users',
  showProvisioned: 'Directory: one user',
  provisionUser: 'Directory: create a user',
  replaceProvisioned: 'Directory: replace a user',
  changeProvisioned: 'Directory: change a user; a deactivated one is signed out at once',
  deleteProvisioned: 'Directory: delete a user',
  listProvisionedGroups: 'Directory: list groups',
  showProvisionedGroup: 'Directory: one group',
  provisionGroup: 'Directory: create a group',
  replaceProvisionedGroup: 'Directory: replace a group',
  changeProvisionedGroup: 'Directory: change a group and its members',
  deleteProvisionedGroup: 'Directory: delete a group',
  userProvisioned: ({ name }) => `User ${name} was created by the directory`,
  provisionedChanged: ({ name }) => `User ${name} was changed by the directory`,
  provisionedDeactivated: ({ name }) => `User ${name} was deactivated by the directory`,
  provisionedDeleted: ({ name }) => `User ${name} was deleted by the directory`,
  groupProvisioned: ({ name }) => `Group ${name} was created by the directory`,
  provisionedGroupChanged: ({ name, joined, left }) =>
    `Group ${name} was changed by the directory (joined: ${joined}; left: ${left})`,
  provisionedGroupDeleted: ({ name }) => `Group ${name} was deleted by the directory`,
  notFilteredByDirectory: 'is no attribute to filter by, or the value is of another type',
  directoryFilterExpected: 'must be a filter such as userName eq "ann", with eq, pr, and, or and brackets',
  directoryPathExpected: 'must be a path such as active or members[value eq "7"]',
  membersExpected: 'must be objects with the id of a user as value, such as {"value": "7"}',
  operationExpected: 'must hold objects such as {"op": "replace", "path": "active", "value": false}',
  changedByServerAlone: 'is changed by the server alone',
};

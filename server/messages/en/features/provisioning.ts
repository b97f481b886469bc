import type { InOtherWords } from '../../languages.ts';
import type { provisioning as source } from '../../zh/features/provisioning.ts';

export const provisioning: InOtherWords<typeof source> = {
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
};

import { boolean, texts } from '../../definitions/project/setting-kinds.ts';
import { defineModule } from '../../module/define-module.ts';
import { directoryEntry } from './directory-entry.collection.ts';
import { mayProvision } from './schemas.ts';
import { scimRoutes } from './scim-routes.ts';

/** Accounts that a company's directory makes, changes and ends. */
export const scim = defineModule({
  name: 'scim',
  settings: {
    SCIM: boolean({
      initial: false,
      meaning:
        'Whether a directory may provision accounts and groups under /scim/v2, with the permission for it.',
    }),
    SCIM_GROUPS: texts({
      initial: '',
      meaning:
        'Groups into which a directory may put people although they hold permissions that its service user does not hold, or where APPROVALS is on; separated by commas.',
      allowed: 'names of groups',
      fits: (value) => value.trim() === value && value !== '',
    }),
  },
  collections: [directoryEntry],
  permissions: [mayProvision],
  personalData: [{ definition: directoryEntry, owner: 'user_id' }],
  about: 'access',
  keyReach: 'accounts',
  isOn: (settings) => settings.scim,
  groupsIn: ({ scimGroups }) => scimGroups.map((name) => ({ setting: 'SCIM_GROUPS', name })),
  open: ({ settings, toUrl, groupsInSettings }) => ({
    routes: scimRoutes(toUrl, {
      handsOut: new Set(settings.scimGroups),
      named: groupsInSettings,
    }),
  }),
});

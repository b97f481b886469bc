import { namesInSettings } from '../../access/accounts/named-groups.ts';
import { defineModule } from '../../module/define-module.ts';
import { directoryEntry } from './directory-entry.record.ts';
import { mayProvision } from './schemas.ts';
import { scimRoutes } from './scim-routes.ts';

/** Accounts that a company's directory makes, changes and ends. */
export const scim = defineModule({
  name: 'scim',
  records: [directoryEntry],
  permissions: [mayProvision],
  personalData: [{ definition: directoryEntry, owner: 'user_id' }],
  isOn: (settings) => settings.scim,
  open: ({ settings, toUrl }) => ({
    routes: scimRoutes(toUrl, {
      handsOut: new Set(settings.scimGroups),
      named: namesInSettings(settings),
    }),
  }),
});

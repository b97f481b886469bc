import { makeAddress } from '../../http/file-addresses.ts';
import { defineModule } from '../../module/define-module.ts';
import { changeSet, changeSetItem } from './change-set.record.ts';
import { isInOpenSet } from './open-items.ts';
import { changeSetRoutes } from './set-routes.ts';
import { changeSetSweep } from './sweep-sets.ts';

/** Changes of many rows that a second person approves and that apply as one. */
export const changeSets = defineModule({
  name: 'change-sets',
  records: [changeSet, changeSetItem],
  personalData: [
    { definition: changeSetItem, owner: 'author_id' },
    { definition: changeSet, owner: 'create_user_id' },
  ],
  fileUses: { names: isInOpenSet },
  open(host) {
    const { settings, records, toUrl } = host;
    const { secrets, changeSetDays } = settings;
    const { catalogue } = records;
    const address = makeAddress(catalogue, toUrl);
    return {
      routes: changeSetRoutes({ ...host, catalogue, address, secrets, changeSetDays }),
      schedules: [changeSetSweep(records, settings)],
    };
  },
});

import { integer } from '../../definitions/project/setting-kinds.ts';
import { makeAddress } from '../../http/file-addresses.ts';
import { defineModule } from '../../module/define-module.ts';
import { changeSet, changeSetItem } from './change-set.collection.ts';
import { failures } from './failures.ts';
import { findSetNotifications } from './find-notifications.ts';
import { isInOpenSet } from './open-items.ts';
import { changeSetRoutes } from './routes.ts';
import { setComment } from './set-comment.collection.ts';
import { changeSetSweep } from './sweep-sets.ts';

const MAX_DAYS = 36_500;

/** Changes of many records that a second person approves and that apply as one. */
export const changeSets = defineModule({
  name: 'change-sets',
  failures,
  settings: {
    CHANGE_SET_DAYS: integer({
      initial: 30,
      min: 1,
      max: MAX_DAYS,
      meaning: 'Days for which a change set is kept after its last change, applied or not.',
    }),
  },
  collections: [changeSet, changeSetItem, setComment],
  personalData: [
    { definition: setComment, owner: 'create_user_id' },
    { definition: changeSetItem, owner: 'author_id' },
    { definition: changeSet, owner: 'create_user_id' },
  ],
  fileUses: { names: isInOpenSet },
  keyReach: 'proposals',
  open(host) {
    const { settings, store, toUrl } = host;
    const { secrets, changeSetDays } = settings;
    const { catalogue } = store;
    const address = makeAddress(catalogue, toUrl);
    return {
      routes: changeSetRoutes({ ...host, catalogue, address, secrets, changeSetDays }),
      schedules: [changeSetSweep(store, settings)],
      notifications: findSetNotifications(store, settings),
    };
  },
});

import {
  answer,
  apiKey,
  identity,
  type PersonalRecords,
  permissionUse,
  setByOther,
  takeover,
} from './access/index.ts';
import { modules } from './modules.ts';
import { file, upload } from './records/index.ts';

/** What the server's own collections tell of a user beside the account itself, and what an erasure leaves of it. */
export const personalCollections: readonly PersonalRecords[] = [
  { definition: answer, owner: 'user_id' },
  { definition: identity, owner: 'user_id' },
  { definition: apiKey, owner: 'user_id', instead: { used_network: null, scope: null } }, // log and history name the app
  { definition: setByOther, owner: 'user_id' },
  { definition: takeover, owner: 'user_id' },
  { definition: permissionUse, owner: 'user_id' },
  { definition: upload, owner: 'user_id' },
  ...modules.flatMap(({ personalData = [] }) => personalData),
  { definition: file, owner: 'create_user_id', instead: { name: '' } },
];

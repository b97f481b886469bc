import { apiKey } from './access/api-keys/api-key.collection.ts';
import { answer } from './access/bookkeeping/answer.collection.ts';
import type { PersonalRecords } from './access/erasure/erase-traces.ts';
import { identity } from './access/identities/identity.collection.ts';
import { setByOther } from './access/ownership/set-by-other.collection.ts';
import { permissionUse } from './access/uses/permission-use.collection.ts';
import { modules } from './modules.ts';
import { file } from './records/file.collection.ts';
import { upload } from './records/upload.collection.ts';

/** What the server's own collections tell of a user beside the account itself, and what an erasure leaves of it. */
export const personalCollections: readonly PersonalRecords[] = [
  { definition: answer, owner: 'user_id' },
  { definition: identity, owner: 'user_id' },
  { definition: apiKey, owner: 'user_id', instead: { used_network: null, scope: null } }, // log and history name the app
  { definition: setByOther, owner: 'user_id' },
  { definition: permissionUse, owner: 'user_id' },
  { definition: upload, owner: 'user_id' },
  ...modules.flatMap(({ personalData = [] }) => personalData),
  { definition: file, owner: 'create_user_id', instead: { name: '' } },
];

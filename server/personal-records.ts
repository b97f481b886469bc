import { answer } from './access/bookkeeping/answer.record.ts';
import type { PersonalRows } from './access/erasure/erase-traces.ts';
import { identity } from './access/identities/identity.record.ts';
import { setByOther } from './access/ownership/set-by-other.record.ts';
import { permissionUse } from './access/uses/permission-use.record.ts';
import { modules } from './modules.ts';
import { file } from './records/file.record.ts';
import { upload } from './records/upload.record.ts';

/** What the server's own records tell of a user beside the account itself, and what an erasure leaves of it. */
export const personalRecords: readonly PersonalRows[] = [
  { definition: answer, owner: 'user_id' },
  { definition: identity, owner: 'user_id' },
  { definition: setByOther, owner: 'user_id' },
  { definition: permissionUse, owner: 'user_id' },
  { definition: upload, owner: 'user_id' },
  ...modules.flatMap(({ personalData = [] }) => personalData),
  { definition: file, owner: 'create_user_id', instead: { name: '' } },
];

import { answer } from './access/answer.record.ts';
import { grant } from './access/grant.record.ts';
import { group } from './access/group.record.ts';
import { membership } from './access/membership.record.ts';
import { permission } from './access/permission.record.ts';
import { session } from './access/session.record.ts';
import { throttle } from './access/throttle.record.ts';
import { user } from './access/user.record.ts';
import type { Definition } from './definitions/define-record.ts';
import { imported } from './features/import-lin/imported.record.ts';
import { importBatch, importRecord } from './features/transfer/import.record.ts';
import { triedCaptcha } from './features/users/captcha.record.ts';
import { deletion } from './records/deletion.record.ts';
import { file } from './records/file.record.ts';
import { horizon } from './records/horizon.record.ts';
import { log } from './records/log.record.ts';
import { revision } from './records/revision.record.ts';
import { upload } from './records/upload.record.ts';

/** The server's own records, of the same kind as everybody's. */
export const builtInRecords: readonly Definition[] = [
  user,
  group,
  membership,
  permission,
  grant,
  session,
  throttle,
  answer,
  triedCaptcha,
  file,
  upload,
  log,
  revision,
  deletion,
  horizon,
  imported,
  importRecord,
  importBatch,
];

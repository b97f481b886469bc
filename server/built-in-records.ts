import { grant } from './access/accounts/grant.record.ts';
import { group } from './access/accounts/group.record.ts';
import { membership } from './access/accounts/membership.record.ts';
import { permission } from './access/accounts/permission.record.ts';
import { user } from './access/accounts/user.record.ts';
import { answer } from './access/answer.record.ts';
import { presence } from './access/presence.record.ts';
import { knownNetwork } from './access/sign-in/known-network.record.ts';
import { session } from './access/sign-in/session.record.ts';
import { throttle } from './access/sign-in/throttle.record.ts';
import { job } from './background/job.record.ts';
import type { Definition } from './definitions/define-record.ts';
import { imported } from './features/import-lin/imported.record.ts';
import { importBatch, importRecord } from './features/transfer/import.record.ts';
import { triedCaptcha } from './features/users/captcha.record.ts';
import { view } from './features/views/view.record.ts';
import { file } from './records/file.record.ts';
import { log } from './records/log.record.ts';
import { historyStart } from './records/past/history-start.record.ts';
import { upload } from './records/upload.record.ts';
import { deletion } from './records/write/deletion.record.ts';
import { revision } from './records/write/revision.record.ts';

/** The server's own records, of the same kind as everybody's. */
export const builtInRecords: readonly Definition[] = [
  user,
  group,
  membership,
  permission,
  grant,
  session,
  throttle,
  knownNetwork,
  answer,
  triedCaptcha,
  file,
  upload,
  log,
  revision,
  deletion,
  historyStart,
  imported,
  importRecord,
  importBatch,
  job,
  view,
  presence,
];

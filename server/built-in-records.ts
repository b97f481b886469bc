import { grant } from './access/accounts/grant.record.ts';
import { group } from './access/accounts/group.record.ts';
import { membership } from './access/accounts/membership.record.ts';
import { permission } from './access/accounts/permission.record.ts';
import { user } from './access/accounts/user.record.ts';
import { apiKey } from './access/api-keys/api-key.record.ts';
import { answer } from './access/bookkeeping/answer.record.ts';
import { stranger } from './access/bookkeeping/stranger.record.ts';
import { passkey } from './access/factors/passkey.record.ts';
import { recoveryCode } from './access/factors/recovery-code.record.ts';
import { totp } from './access/factors/totp.record.ts';
import { trustedDevice } from './access/factors/trusted-device.record.ts';
import { usedChallenge } from './access/factors/used-challenge.record.ts';
import { previewLink } from './access/guarded/preview-link.record.ts';
import { attempt } from './access/identities/attempt.record.ts';
import { identity } from './access/identities/identity.record.ts';
import { logoutToken } from './access/identities/logout-token.record.ts';
import { impersonation } from './access/impersonation/impersonation.record.ts';
import { mailToken } from './access/mail-tokens/mail-token.record.ts';
import { setByOther } from './access/ownership/set-by-other.record.ts';
import { presence } from './access/presence/presence.record.ts';
import { refusal } from './access/refusals/refusal.record.ts';
import { knownNetwork } from './access/sign-in/known-network.record.ts';
import { session } from './access/sign-in/session.record.ts';
import { throttle } from './access/sign-in/throttle.record.ts';
import { permissionUse } from './access/uses/permission-use.record.ts';
import { job } from './background/job.record.ts';
import { type Catalogue, makeCatalogue } from './definitions/catalogue.ts';
import type { Definition } from './definitions/define-record.ts';
import { modules } from './modules.ts';
import { dataMigration } from './project/data-migration.record.ts';
import { change, changeHead } from './records/changes/change.record.ts';
import { file } from './records/file.record.ts';
import { formerPath } from './records/former-path.record.ts';
import { searched } from './records/fulltext/searched.record.ts';
import { log } from './records/log.record.ts';
import { historyStart } from './records/past/history-start.record.ts';
import { upload } from './records/upload.record.ts';
import { deletion } from './records/write/removal/deletion.record.ts';
import { revision } from './records/write/revision.record.ts';
import { seeded } from './records/write/seeded.record.ts';

/** The server's own records, of the same kind as everybody's. */
export const builtInRecords: readonly Definition[] = [
  user,
  group,
  membership,
  permission,
  grant,
  permissionUse,
  mailToken,
  setByOther,
  identity,
  attempt,
  logoutToken,
  session,
  totp,
  passkey,
  recoveryCode,
  trustedDevice,
  usedChallenge,
  apiKey,
  impersonation,
  previewLink,
  throttle,
  knownNetwork,
  stranger,
  answer,
  file,
  formerPath,
  upload,
  log,
  refusal,
  revision,
  change,
  changeHead,
  deletion,
  historyStart,
  job,
  ...modules.flatMap(({ records = [] }) => records),
  presence,
  seeded,
  searched,
  dataMigration,
];

/** The catalogue of a project's records and the server's own. */
export function catalogueWith(
  records: readonly Definition[],
  locales?: Parameters<typeof makeCatalogue>[1],
): Catalogue {
  return makeCatalogue([...builtInRecords, ...records], locales);
}

import { grant } from './access/accounts/grant.collection.ts';
import { group } from './access/accounts/group.collection.ts';
import { membership } from './access/accounts/membership.collection.ts';
import { permission } from './access/accounts/permission.collection.ts';
import { user } from './access/accounts/user.collection.ts';
import { apiKey } from './access/api-keys/api-key.collection.ts';
import { app } from './access/api-keys/app.collection.ts';
import { appToken } from './access/api-keys/app-token.collection.ts';
import { answer } from './access/bookkeeping/answer.collection.ts';
import { stranger } from './access/bookkeeping/stranger.collection.ts';
import { passkey } from './access/factors/passkey.collection.ts';
import { recoveryCode } from './access/factors/recovery-code.collection.ts';
import { totp } from './access/factors/totp.collection.ts';
import { trustedDevice } from './access/factors/trusted-device.collection.ts';
import { usedChallenge } from './access/factors/used-challenge.collection.ts';
import { previewLink } from './access/guarded/preview-link.collection.ts';
import { attempt } from './access/identities/attempt.collection.ts';
import { identity } from './access/identities/identity.collection.ts';
import { logoutToken } from './access/identities/logout-token.collection.ts';
import { impersonation } from './access/impersonation/impersonation.collection.ts';
import { mailToken } from './access/mail-tokens/mail-token.collection.ts';
import { setByOther } from './access/ownership/set-by-other.collection.ts';
import { presence } from './access/presence/presence.collection.ts';
import { refusal } from './access/refusals/refusal.collection.ts';
import { knownNetwork } from './access/sign-in/known-network.collection.ts';
import { session } from './access/sign-in/session.collection.ts';
import { throttle } from './access/sign-in/throttle.collection.ts';
import { permissionUse } from './access/uses/permission-use.collection.ts';
import { job } from './background/job.collection.ts';
import { type Catalogue, makeCatalogue } from './definitions/catalogue.ts';
import type { Definition } from './definitions/define-collection.ts';
import { modules } from './modules.ts';
import { dataMigration } from './project/data-migration.collection.ts';
import { change, changeHead } from './records/changes/change.collection.ts';
import { file } from './records/file.collection.ts';
import { formerPath } from './records/former-path.collection.ts';
import { searched } from './records/fulltext/searched.collection.ts';
import { log } from './records/log.collection.ts';
import { checkpoint, logChain } from './records/log-chain/log-chain.collection.ts';
import { historyStart } from './records/past/history-start.collection.ts';
import { upload } from './records/upload.collection.ts';
import { deletion } from './records/write/removal/deletion.collection.ts';
import { revision } from './records/write/revision.collection.ts';
import { seeded } from './records/write/seeded.collection.ts';

/** The server's own collections, of the same kind as everybody's. */
export const builtInCollections: readonly Definition[] = [
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
  app,
  apiKey,
  appToken,
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
  logChain,
  checkpoint,
  refusal,
  revision,
  change,
  changeHead,
  deletion,
  historyStart,
  job,
  ...modules.flatMap(({ collections = [] }) => collections),
  presence,
  seeded,
  searched,
  dataMigration,
];

/** The catalogue of a project's collections and the server's own. */
export function catalogueWith(
  collections: readonly Definition[],
  locales?: Parameters<typeof makeCatalogue>[1],
): Catalogue {
  return makeCatalogue([...builtInCollections, ...collections], locales);
}

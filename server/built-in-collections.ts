import {
  answer,
  apiKey,
  app,
  appToken,
  attempt,
  grant,
  group,
  identity,
  impersonation,
  knownNetwork,
  logoutToken,
  mailToken,
  membership,
  passkey,
  permission,
  permissionUse,
  presence,
  previewLink,
  recoveryCode,
  refusal,
  session,
  setByOther,
  stranger,
  throttle,
  totp,
  trustedDevice,
  usedChallenge,
  user,
} from './access/index.ts';
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

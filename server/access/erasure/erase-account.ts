import type { RecordOf } from '../../definitions/types/record-types.ts';
import { AppError, badParameters } from '../../errors.ts';
import { type Language, message } from '../../messages/index.ts';
import { file, readChanges, revision, shownIn, type Writes, whereEvenDeleted } from '../../records/index.ts';
import { namesIn } from '../../records/named-files.ts';
import { addressed, erasedName, isErased, isRootUser, user } from '../accounts/index.ts';
import { noPassword } from '../passwords/passwords.ts';
import { forgetFailures, knownNetwork } from '../sign-in/index.ts';
import { cancelMailsTo } from './cancel-mails.ts';
import { jobsOf, type Traces } from './erase-traces.ts';
import { removeUser } from './remove-user.ts';

type User = RecordOf<typeof user>;

/**
 * Erases the personal data of an account, deleted or not, and ends it. A job then erases the traces in other records. Returns that
 * job's input; undefined if the account was erased before. Throws unless `username` is exactly the account's.
 */
export async function eraseAccount(
  writes: Writes,
  { id, username, language }: { readonly id: bigint; readonly username: string; readonly language: Language },
): Promise<Traces | undefined> {
  const [account] = await whereEvenDeleted(writes, user, (select) => select.where('id', '=', id));
  if (!account) throw new AppError('userNotFound');
  if (isErased(account)) return undefined;
  if (account.username !== username) throw badParameters({ username: message('notTheirName') });
  if (await isRootUser(writes, id)) throw new AppError('rootUserKept');
  const traces = await tracesOf(writes, account);
  if (!account.is_deleted) await removeUser(writes, id, { isForced: true });
  await eraseNetworks(writes, account, traces);
  await cancelMailsTo(writes, traces.names);
  await writes.redact(user, id, {
    username: erasedName(id, language),
    name_key: null,
    nickname: '',
    ...addressed(null),
    avatar: null,
    active: false,
    credential: noPassword(),
    adopted_rounds: 0,
  });
  await eraseAvatar(writes, account); // last: until now the account shows it itself
  for (const job of jobsOf(traces, writes.context)) await writes.addJob(job);
  return traces;
}

/** The names and addresses that the account ever had, and when it had them. */
async function tracesOf(writes: Writes, account: User): Promise<Traces> {
  const past = await writes.where(revision, (select) =>
    select.where('collection', '=', user.name).where('record_id', '=', account.id),
  );
  const former = past.flatMap((one) => {
    const { username = [], email = [] } = readChanges(user, one);
    return [...username, ...email];
  });
  const names = new Set([account.username, account.email, ...former]);
  return {
    id: String(account.id),
    names: [...names].filter((name) => typeof name === 'string' && name !== '') as string[],
    from: account.create_time,
    until: account.delete_time ?? writes.context.now,
  };
}

async function eraseNetworks(writes: Writes, { id }: User, { names }: Traces): Promise<void> {
  const networks = await writes.where(knownNetwork, (select) => select.where('user_id', '=', id));
  await writes.forget(
    knownNetwork,
    networks.map((one) => one.id),
  );
  for (const name of names) await forgetFailures(writes, name);
}

/** Deletes the user's picture, in whatever spelling the account names it, unless another user shows it. */
async function eraseAvatar(writes: Writes, { id, avatar }: User): Promise<void> {
  if (!avatar) return;
  const { ids, paths } = namesIn(avatar);
  const pictures = await writes.where(file, (select) =>
    select
      .where('create_user_id', '=', id)
      .where((e) => e.or([e('path', 'in', [avatar, ...paths]), e('id', 'in', [0n, ...ids])])),
  );
  const shown = await shownIn(writes, user, 'avatar', pictures);
  for (const picture of pictures)
    if (!shown.has(picture.id))
      await writes.remove(file, picture.id).catch((error: unknown) => {
        if (!(error instanceof AppError && error.key === 'stillReferenced')) throw error;
      });
}

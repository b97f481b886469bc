import {
  done,
  eraseAccount,
  erasedName,
  eraseTraces,
  operatorDoor,
  success,
  type Traces,
  user,
} from '../../access/index.ts';
import { AppError } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { personalCollections } from '../../personal-collections.ts';
import { LogChain, whereEvenDeleted } from '../../records/index.ts';
import type { RecordStore } from '../../records/record-store.ts';
import type { Settings } from '../../settings/values.ts';

/**
 * Erases the user of this name or, if there is none, deleted users of that name. Returns the names that now stand in for them.
 */
export async function eraseNamed(
  store: RecordStore,
  secrets: Settings['secrets'],
  name: string,
): Promise<string[]> {
  const named = await whereEvenDeleted(store.reads, user, (select) => select.where('username', '=', name));
  const living = named.filter((one) => !one.is_deleted);
  const accounts = living.length > 0 ? living : named;
  if (accounts.length === 0) throw new AppError('userNotFound');
  for (const { id } of accounts) await eraseOne(store, secrets, { id, name });
  return accounts.map(({ id }) => erasedName(id, store.language));
}

async function eraseOne(
  store: RecordStore,
  secrets: Settings['secrets'],
  { id, name: username }: { readonly id: bigint; readonly name: string },
): Promise<void> {
  const { language } = store;
  const chain = new LogChain(store, secrets);
  let traces: Traces | undefined;
  await operatorDoor(store, 'user erase').write(async (writes) => {
    traces = await eraseAccount(writes, { id, username, language });
    return done(success.userDeleted, message('userErased', { name: message('erasedUser', { id }) }));
  });
  // The servers do this as well, if any runs; it is done when the command ends.
  if (traces)
    await eraseTraces(store, personalCollections, {
      traces,
      reseal: (writes, lines) => chain.reseal(writes, lines),
    });
}

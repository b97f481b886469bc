import type { Language } from '../../messages/languages.ts';
import { message, render } from '../../messages/message.ts';
import { log, logged, type Writes } from '../../records/index.ts';
import type { RecordStore } from '../../records/record-store.ts';
import type { WriteResult } from '../write-result.ts';
import type { Admission } from './admission.ts';

/** Adds the log line of an admitted write, in its transaction. */
export function logWrite(
  writes: Writes,
  admission: Admission,
  written: WriteResult,
  language: Language,
): Promise<void> {
  const { actor, method, path, permission, network, describe } = admission;
  return writes.append(log, {
    ...logged(describe(admission, written), language, actor.username),
    user_id: actor.id,
    username: actor.username,
    key_id: actor.key?.id ?? null,
    status_code: written.status,
    method,
    path: path.slice(0, 400),
    permission: render(permission, language),
    address: network,
  });
}

/** Logs what a super administrator is about to read as another user; the line is stored before the answer is sent. */
export async function logImpersonated(store: RecordStore, admission: Admission): Promise<void> {
  const { actor, method, path, requestId, now } = admission;
  const { impersonator } = actor;
  if (!impersonator) return;
  const { id, username } = impersonator;
  const text = message('readAs', { viewer: username, username: actor.username, method, path });
  await store.write({ actor: impersonator, requestId, now }, async (writes) => {
    await writes.append(log, {
      ...logged(text, store.language),
      user_id: id,
      username,
      status_code: 200,
      method,
      path: path.slice(0, 400),
    });
  });
}

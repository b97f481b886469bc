import { message } from '../../messages/message.ts';
import { log, logged } from '../../records/log.collection.ts';
import type { RecordStore } from '../../records/record-store.ts';
import type { Admission } from './admission.ts';

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

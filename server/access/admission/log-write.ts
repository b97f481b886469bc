import type { Language } from '../../messages/languages.ts';
import { render } from '../../messages/message.ts';
import { log, logged } from '../../records/log.collection.ts';
import type { Writes } from '../../records/write/writes.ts';
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
    ...logged(describe(admission, written), language),
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

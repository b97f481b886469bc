import { job } from '../../background/job.collection.ts';
import { OWN_MAIL } from '../../definitions/project/enqueued.ts';
import type { Writes } from '../../records/write/writes.ts';
import { fromJson } from '../../shared/json.ts';
import { ACCOUNT_MAIL } from '../ownership/tell-owner.ts';

/** Ends the mails to these addresses that wait, for their time or to be tried again. */
export async function cancelMailsTo(writes: Writes, addresses: readonly string[]): Promise<void> {
  const waiting = await writes.where(job, (select) =>
    select
      .where('state', '=', 'waiting')
      .where('due_time', 'is not', null)
      .where((e) => e.or([e('kind', '=', ACCOUNT_MAIL), e('kind', 'like', `${OWN_MAIL}%`)])),
  );
  const isTheirs = addressedTo(addresses);
  const ended = { state: 'done', data: null, due_time: null, problem: null, end_time: writes.context.now };
  for (const { id, data } of waiting)
    if (data && isTheirs(fromJson(data))) await writes.redact(job, id, ended);
}

/** Whether a mail goes to one of these addresses, in any letter case. */
export function addressedTo(addresses: readonly string[]): (mail: Addressed) => boolean {
  const theirs = new Set(addresses.map((one) => one.toLowerCase()));
  return ({ to, address }) => [to, address].some((one) => one !== undefined && theirs.has(one.toLowerCase()));
}

/** A mail as it is kept, or what one is asked with. */
interface Addressed {
  readonly to?: string;
  readonly address?: string;
}

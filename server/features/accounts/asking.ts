import { countOrRefuse, networkOf, user } from '../../access/index.ts';
import { email, Problem } from '../../definitions/for-server.ts';
import { badParameters } from '../../errors.ts';
import type { Input } from '../../http/route.ts';
import type { Writes } from '../../records/write/writes.ts';
import { hashOf } from '../../shared/secrets/hash-of.ts';
import { foldCase } from '../../shared/text/fold-case.ts';

const mailable = email();

/** An address that mail can be sent to. Throws for anything else. */
export function readAddress(value: string): string {
  const stored = user.fields.email.clean(value);
  const read = stored instanceof Problem ? stored : mailable.clean(value);
  if (read instanceof Problem) throw badParameters({ email: read.text });
  return String(read);
}

/** Counts a requested mail; the number is limited by hour, address and network. Throws if there were too many. */
export function countMail(writes: Writes, to: string, from: Pick<Input, 'from'>['from']): Promise<void> {
  return countOrRefuse(writes, [
    { kind: 'mailsTo', key: hashOf(foldCase(to)) },
    { kind: 'mailsFrom', key: networkOf(from.address) },
  ]);
}

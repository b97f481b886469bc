import type { NewJob } from '../../background/job-store.ts';
import { email, OWN_MAIL, Problem, type Sendable, type SendOptions } from '../../definitions/for-server.ts';
import { badParameters } from '../../errors.ts';
import { toJson } from '../../shared/exact-json.ts';
import type { WriteContext } from '../store/write-context.ts';
import { checkInput } from './own-job.ts';

/** The data of a mail's job. */
export interface KeptMail {
  readonly to: string;
  readonly replyTo?: string;
  readonly language?: string;
  readonly input: unknown;
}

/** The recipients of a mail, and the values of its texts. */
interface Sending<Input> {
  readonly to: string | readonly string[];
  readonly input: Input;
  readonly options?: SendOptions | undefined;
}

/** The most addresses. Each gets a mail of its own, so it sees no other address and is retried alone. */
const MOST_ADDRESSES = 100;
const address = email();

/** The jobs of a mail, to be added in the transaction of `context`. Throws for a wrong address, and for bad input. */
export function mailJobs<Input>(
  { actor }: WriteContext,
  { name, input: schema }: Sendable<Input>,
  { to, input, options = {} }: Sending<Input>,
): NewJob[] {
  const { due, language, replyTo } = options;
  const addresses = [...new Set([to].flat().map((one) => readAddress('to', one)))];
  if (addresses.length > MOST_ADDRESSES)
    throw new Error(`mail '${name}': at most ${MOST_ADDRESSES} addresses at once`);
  checkInput(`mail '${name}'`, schema, { ...input });
  return addresses.map((one) => {
    const kept: KeptMail = {
      to: one,
      input,
      ...(language !== undefined && { language }),
      ...(replyTo !== undefined && { replyTo: readAddress('replyTo', replyTo) }),
    };
    return { kind: OWN_MAIL + name, data: toJson(kept), userId: actor.id, ...(due !== undefined && { due }) };
  });
}

function readAddress(field: string, value: unknown): string {
  const read = address.clean(value);
  if (typeof read === 'string') return read;
  throw badParameters({ [field]: read instanceof Problem ? read.text : String(read) });
}

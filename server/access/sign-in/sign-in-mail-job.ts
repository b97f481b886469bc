import type { NewJob } from '../../background/job-store.ts';
import type { Language } from '../../messages/languages.ts';
import { toJson } from '../../shared/exact-json.ts';

export const SIGN_IN_MAIL = 'sign-in mail';

/** A sign-in from a network that is new to the account. */
export interface NewNetwork {
  readonly userId: string;
  readonly network: string;
  /** In milliseconds since 1970. */
  readonly time: number;
  readonly language: Language;
}

/** The mail about such a sign-in. Whether there is one to send is decided when the job runs. */
export function signInMailJob(about: NewNetwork): NewJob {
  return { kind: SIGN_IN_MAIL, data: toJson(about) };
}

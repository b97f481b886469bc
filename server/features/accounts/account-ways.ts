import { group, LEVEL } from '../../access/accounts/group.collection.ts';
import { AppError, CannotStart } from '../../errors.ts';
import type { Host } from '../../module/host.ts';
import type { Reads } from '../../records/store/reads.ts';
import type { Settings } from '../../settings/values.ts';
import { failures } from './failures.ts';
import { message } from './messages/message.ts';

/** How people can get an account, from settings. */
export interface AccountWays {
  readonly signUp: 'off' | 'open' | 'approval';
  /** The name of the group that users join who sign up; the guests if left out. */
  readonly signUpGroup: string | undefined;
  /** Whether mails are sent, and there is a page for their links. */
  readonly hasMail: boolean;
  /** Providers by which people may sign in. */
  readonly providers: readonly { readonly name: string; readonly label: string }[];
  /** The domain that passkeys are bound to; undefined where browsers have none. */
  readonly passkeyDomain: () => string | undefined;
}

interface WaysHost extends Pick<Host, 'mail' | 'page' | 'factors' | 'providers'> {
  readonly settings: Pick<AccountWays, 'signUp' | 'signUpGroup'> & Pick<Settings, 'accountUrl'>;
}

/** The ways that the settings open. Throws if people could sign up but no mail would be sent. */
export function accountWays({ settings, mail, page, factors, providers }: WaysHost): AccountWays {
  const { signUp, signUpGroup, accountUrl } = settings;
  const hasMail = mail.isOn && (accountUrl !== undefined || page !== undefined);
  if (signUp !== 'off' && !hasMail)
    throw new CannotStart(
      `SIGN_UP: '${signUp}' cannot be used, for it needs mail; allowed: off, or MAIL_URL and MAIL_FROM (or MAIL_DIR) with the package nodemailer, and the console or ACCOUNT_URL`,
    );
  const passkeyDomain = () => factors.findRelyingParty()?.domain;
  return { signUp, signUpGroup, hasMail, providers, passkeyDomain };
}

/** Throws where no mail could be sent. */
export function requireMail({ hasMail }: AccountWays): void {
  if (!hasMail) throw new AppError(failures.mailNotSetUp);
}

/** The groups that users join who sign up. Throws where they cannot. */
export async function signUpGroups(reads: Reads, { signUp, signUpGroup }: AccountWays): Promise<bigint[]> {
  if (signUp === 'off') throw new AppError(failures.signUpClosed, { reason: message('signUpIsOff') });
  if (signUpGroup === undefined) return [];
  const found = await reads.first(group, (select) => select.where('name', '=', signUpGroup));
  if (!found || found.level === LEVEL.root)
    throw new AppError(failures.signUpClosed, {
      reason: message('groupCannotBeJoined', { group: signUpGroup }),
    });
  return [found.id];
}

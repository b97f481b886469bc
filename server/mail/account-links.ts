import { CONSOLE_PATH } from '../../contract/own-paths.ts';
import type { Purpose } from '../access/mail-tokens/mail-token.collection.ts';

/** The pages that links in mails lead to. */
const PAGES: Readonly<Record<Purpose, string>> = {
  sign_up: 'new',
  invitation: 'new',
  reset: 'password',
  verification: 'address',
  address_change: 'address',
};

/** The links in mails. The server's own address is never taken from a request. */
export interface Links {
  /** A link with a token, behind a # so that no server or proxy sees it. */
  withToken(purpose: Purpose, token: string): string;
  readonly signIn: () => string;
}

export function makeLinks(accountUrl: string | undefined, toUrl: (path: string) => string): Links {
  const base = () => accountUrl?.replace(/\/+$/, '') ?? toUrl(`${CONSOLE_PATH}/account`);
  return {
    withToken: (purpose, token) => `${base()}/${PAGES[purpose]}#${token}`,
    signIn: () => accountUrl ?? toUrl(CONSOLE_PATH),
  };
}

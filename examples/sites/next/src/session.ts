import { getIronSession } from 'iron-session';
import { cookies } from 'next/headers';
import { settings } from '../quire/settings.ts';
import type { Begun, Visitor } from '../quire/sign-in.ts';

/** The session of the visitor, sealed in a cookie that no script can read. */
export async function openSession() {
  return getIronSession<{ visitor: Visitor; begun: Begun }>(await cookies(), {
    cookieName: 'site-session',
    password: settings.sessionSecret,
    ttl: 3600,
    cookieOptions: { httpOnly: true, sameSite: 'lax', secure: settings.siteUrl.startsWith('https:') },
  });
}

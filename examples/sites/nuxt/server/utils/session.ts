import type { H3Event } from 'h3';
import { settings } from '~~/quire/settings';
import { type Begun, stillSignedIn, type Visitor } from '~~/quire/sign-in';

/** The session of the visitor, sealed in a cookie that no script can read. */
export function openSession(event: H3Event) {
  return useSession<{ visitor?: Visitor | undefined; begun?: Begun | undefined }>(event, {
    name: 'site-session',
    password: settings.sessionSecret,
    maxAge: 3600,
    sessionHeader: false,
    cookie: { httpOnly: true, sameSite: 'lax', secure: settings.siteUrl.startsWith('https:') },
  });
}

/** The visitor who has signed in; refuses others. */
export async function requireVisitor(event: H3Event): Promise<Visitor> {
  const visitor = stillSignedIn((await openSession(event)).data.visitor);
  if (!visitor) throw createError({ statusCode: 401 });
  return visitor;
}

/** Refuses forms of other sites. */
export function requireOwnForm(event: H3Event): void {
  if (getHeader(event, 'origin') !== settings.siteUrl) throw createError({ statusCode: 403 });
}

import type { APIRoute } from 'astro';
import { endSignIn } from '../../quire/sign-in.ts';

export const GET: APIRoute = async ({ url, session, redirect }) => {
  const begun = await session?.get('begun');
  session?.delete('begun');
  const visitor = begun && (await endSignIn(url.search, begun));
  if (!visitor) return redirect(`/${begun?.locale ?? 'en'}/letters?failed`, 303);
  await session?.regenerate(); // so that nobody knows the session from before
  session?.set('visitor', visitor);
  return redirect(`/${begun.locale}/letters`, 303);
};

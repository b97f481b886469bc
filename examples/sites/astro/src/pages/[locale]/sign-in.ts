import type { APIRoute } from 'astro';
import { beginSignIn } from '../../../quire/sign-in.ts';
import { isLocale } from '../../../quire/texts.ts';

export const GET: APIRoute = async ({ params, session, redirect, rewrite }) => {
  if (!isLocale(params.locale)) return rewrite('/404');
  const { address, begun } = await beginSignIn(params.locale);
  session?.set('begun', begun);
  return redirect(address, 303);
};

import type { APIRoute } from 'astro';

export const POST: APIRoute = ({ params, session, redirect }) => {
  session?.destroy();
  return redirect(`/${params.locale}/letters`, 303);
};

import { beginSignIn } from '~~/quire/sign-in';

export default defineEventHandler(async (event) => {
  const { address, begun } = await beginSignIn(requireLocale(getRouterParam(event, 'locale')));
  await (await openSession(event)).update({ begun });
  return sendRedirect(event, address, 303);
});

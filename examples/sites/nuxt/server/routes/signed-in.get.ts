import { endSignIn } from '~~/quire/sign-in';

export default defineEventHandler(async (event) => {
  const session = await openSession(event);
  const { begun } = session.data;
  const visitor = begun && (await endSignIn(getRequestURL(event).search, begun));
  await session.update({ begun: undefined, visitor });
  return sendRedirect(event, `/${begun?.locale ?? 'en'}/letters${visitor ? '' : '?failed'}`, 303);
});

export default defineEventHandler(async (event) => {
  requireOwnForm(event);
  await (await openSession(event)).clear();
  return sendRedirect(event, `/${requireLocale(getRouterParam(event, 'locale'))}/letters`, 303);
});

import { sendLetter } from '~~/quire/letters';

export default defineEventHandler(async (event) => {
  requireOwnForm(event);
  const visitor = await requireVisitor(event);
  const locale = requireLocale(getQuery(event).locale);
  return { problems: await sendLetter(visitor, await readFormData(event), locale) };
});

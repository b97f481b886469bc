import { isFromQuire } from '~~/quire/webhook';

export default defineEventHandler(async (event) => {
  if (!(await isFromQuire(toWebRequest(event)))) throw createError({ statusCode: 401 });
  await useStorage('cache').clear();
  return sendNoContent(event, 204);
});

import { listLetters } from '~~/quire/letters';
import { stillSignedIn } from '~~/quire/sign-in';

export default defineEventHandler(async (event) => {
  setResponseHeader(event, 'cache-control', 'private, no-store');
  const visitor = stillSignedIn((await openSession(event)).data.visitor);
  const letters = visitor && (await listLetters(visitor, requireLocale(getQuery(event).locale)));
  return { name: letters && visitor?.name, letters };
});

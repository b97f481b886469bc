import type { ConsoleTools } from '../../../../server/console-parts/console-api.ts';
import { connection } from '../../api/connection.ts';
import { definitionsQuery } from '../../api/definitions.ts';
import { ownRoutesQuery } from '../../api/own-routes.ts';
import { queryClient } from '../../api/query-client.ts';
import { me } from '../../api/session.ts';
import { router } from '../../router.ts';
import { language } from '../../texts/index.ts';
import { toast } from '../toasts.ts';
import { tellError } from './tell-error.ts';

/** What every part has of the console. Its client asks as the user who is signed in, and can ask for nothing else. */
export const consoleTools: ConsoleTools = {
  client: {
    request: (method, path, options = {}) => connection.request(method, path, options),
  },
  get language() {
    return language.value;
  },
  get user() {
    return { id: me.value?.id ?? '', username: me.value?.username ?? '' };
  },
  async collections() {
    return (await queryClient.ensureQueryData(definitionsQuery())).all;
  },
  async may(route) {
    return (await queryClient.ensureQueryData(ownRoutesQuery())).has(route);
  },
  text: (byLanguage) => (typeof byLanguage === 'string' ? byLanguage : byLanguage[language.value]),
  notify: (text) => toast({ text }),
  fail: tellError,
  async open(path) {
    await router.push(path);
  },
  async refresh() {
    await queryClient.invalidateQueries();
    await router.push(router.currentRoute.value.fullPath); // as a link to the page that is shown: lists read themselves again
  },
};

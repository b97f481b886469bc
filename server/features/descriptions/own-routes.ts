import { type Decision, decideReach, withSettings } from '../../access/decide.ts';
import { type Catalogue, everyone } from '../../definitions/for-server.ts';
import { makeRouteReach, type Route, route } from '../../http/index.ts';
import { render } from '../../messages/message.ts';
import { lazy } from '../../shared/lazy.ts';
import { message } from './messages/message.ts';
import { RecentAnswers } from './recent-answers.ts';
import { routeList } from './schemas.ts';

const OWN_ROUTES = '/cms/user/routes';

/**
 * Which of these routes the caller may use, by the routes' own rules. Definitions list the actions of collections. The list grows
 * until the first request.
 */
export function ownRoutes(catalogue: Catalogue, all: readonly Route[]): Route {
  const isOfCollection = (path: string) =>
    catalogue.served.some((one) => `${path}/`.startsWith(`${one.path}/`));
  const reachOf = makeRouteReach(catalogue);
  const listed = lazy(() =>
    all
      .filter(({ path }) => path !== OWN_ROUTES && !isOfCollection(path))
      .map((declared) => ({ ...declared, reach: reachOf(declared) })),
  );
  const answers = new RecentAnswers();
  return route({
    method: 'GET',
    path: OWN_ROUTES,
    access: everyone,
    tag: message('usersTag'),
    summary: message('ownRoutes'),
    answer: routeList,
    isTranslated: true,
    async handle({ admission }, { language }) {
      const actor = await admission.identify();
      const reader = language();
      const routes = listed();
      const open = routes.map(({ access, reach }) =>
        openRecords(decideReach(actor, withSettings(access, admission.switchedOff), reach)),
      );
      return answers.of([reader, open], () => ({
        items: routes.flatMap(({ method, path, summary, tag }, index) => {
          const records = open[index];
          if (records === undefined) return [];
          const texts = { summary: render(summary, reader), tag: render(tag, reader) };
          return [{ method, path: path.replace(/:(\w+)/g, '{$1}'), ...texts, records }];
        }),
      }));
    },
  });
}

/** Whether a route is open with all records or with some; undefined if it is not. */
function openRecords(decision: Decision): 'all' | 'some' | undefined {
  if (!decision.allowed || decision.records === 'none') return undefined;
  return decision.records === 'all' ? 'all' : 'some';
}

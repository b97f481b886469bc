import type { Actor } from '../../access/actor.ts';
import { decide, withSettings } from '../../access/decide.ts';
import { everyone } from '../../definitions/access-rule.ts';
import type { Catalogue } from '../../definitions/catalogue.ts';
import { type Route, route } from '../../http/route.ts';
import { message, render } from '../../messages/message.ts';
import { RecentAnswers } from './recent-answers.ts';
import { routeList } from './schemas.ts';

/** Which of these routes the caller may use, by the rules of the routes themselves; records tell theirs with their definitions. */
export function ownRoutes({ served }: Catalogue, all: readonly Route[]): Route {
  const isOfRecord = (path: string) => served.some((one) => `${path}/`.startsWith(`${one.path}/`));
  const routes = all.filter(({ path }) => !isOfRecord(path));
  const answers = new RecentAnswers();
  return route({
    method: 'GET',
    path: '/cms/user/routes',
    access: everyone,
    tag: message('usersTag'),
    family: 'cms',
    summary: message('ownRoutes'),
    answer: routeList,
    isTranslated: true,
    async handle({ admission }, { language }) {
      const actor = await admission.identify();
      const reader = language();
      const open = routes.map(({ access }) => isOpen(actor, withSettings(access, admission.switchedOff)));
      return answers.of([reader, open], () => ({
        items: routes
          .filter((_, index) => open[index])
          .map(({ method, path, summary, tag }) => ({
            method,
            path: path.replace(/:(\w+)/g, '{$1}'),
            summary: render(summary, reader),
            tag: render(tag, reader),
          })),
      }));
    },
  });
}

function isOpen(actor: Actor, access: Route['access']): boolean {
  const decision = decide(actor, access);
  return decision.allowed && decision.rows !== 'none';
}

import { listArticles } from '~~/quire/articles';

export default defineEventHandler((event) => listArticles(requireLocale(getRouterParam(event, 'locale'))));

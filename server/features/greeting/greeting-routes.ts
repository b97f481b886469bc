import { Readable } from 'node:stream';
import { Type } from '../../../contract/json-schema.ts';
import { type AccessRule, everyone, login } from '../../definitions/access-rule.ts';
import { Bytes, type Input, type Route, route } from '../../http/index.ts';
import type { Language } from '../../messages/languages.ts';
import { render } from '../../messages/message.ts';
import { message } from './messages/message.ts';

const common = {
  method: 'GET',
  tag: message('informationTag'),
  isTranslated: true,
} as const;
/** Lets people who set up a client see that a permission works. */
export const maySeeInformation: AccessRule = {
  level: 'permission',
  permission: { key: 'info.view', name: message('seeInformation'), module: message('informationTag') },
};
const answer = Type.Object({ message: Type.String() });

/** Routes that confirm to people who set up a client that it is heard, signed in, and has a permission. */
export const greetingRoutes = (hasConsole: boolean): readonly Route[] => [
  greetingRoute('/', hasConsole),
  greetingRoute('/cms/test', hasConsole),
  route({
    ...common,
    path: '/cms/test/json',
    access: login,
    summary: message('testLogin'),
    log: (asked) => message('routeTested', asked),
    answer,
    handle: async (_, { language }) => say('loginWorks', language()),
  }),
  route({
    ...common,
    path: '/cms/test/info',
    access: maySeeInformation,
    summary: message('testPermission'),
    answer,
    handle: async (_, { language }) => say('permissionWorks', language()),
  }),
];

function greetingRoute(path: string, hasConsole: boolean): Route {
  return route({
    ...common,
    path,
    access: everyone,
    summary: message('greet'),
    answer,
    handle: async (_, input) => greet(input, hasConsole),
  });
}

/** Says that the server is running; browsers get a page that runs and loads nothing. */
function greet({ headers, language }: Input, hasConsole: boolean): Bytes | { message: string } {
  if (!headers.accept?.includes('text/html')) return say('greeting', language());
  const about = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
  };
  return new Bytes(200, about, Readable.from([pageIn(language(), hasConsole)]));
}

function say(key: 'greeting' | 'loginWorks' | 'permissionWorks', language: Language) {
  return { message: render(message(key), language) };
}

function pageIn(language: Language, hasConsole: boolean): string {
  const toConsole = hasConsole ? `\n<p>${render(message('consoleLink'), language)}</p>` : '';
  return `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<title>Quire</title>
<h1>Quire</h1>
<p>${render(message('runningPage'), language)}</p>${toConsole}
</html>
`;
}

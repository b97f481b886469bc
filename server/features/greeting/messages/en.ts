import type { InOtherWords } from '../../../messages/languages.ts';
import type { zh } from './zh.ts';

/** In English. */
export const en: InOtherWords<typeof zh> = {
  routeTested: ({ username, method, path, status }) =>
    `${username} tested ${method} ${path}, status ${status}`,
  seeInformation: 'See the information',
  runningPage: 'The server is running. Its API is described at <a href="/api/docs">/api/docs</a>.',
  consoleLink: 'Edit content in the <a href="/console">console</a>.',
  greet: 'Whether the server is running',
  greeting: 'Quire is running; the API is described at /api/docs',
  testLogin: 'Test signing in and the log',
  loginWorks: 'Signed in, and logged',
  testPermission: 'Test a permission',
  permissionWorks: 'Signed in, with the permission to see this',
};

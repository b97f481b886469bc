import { builtInForms } from '../../../server/client/runtime/built-in-forms.ts';
import type { BuiltInRoutes } from '../../../server/client/runtime/built-in-routes.ts';
import { routeCaller } from '../../../server/client/runtime/route-caller.ts';
import { connection } from './connection.ts';

/**
 * Calls a route of the server, typed by its declaration: `call('GET /cms/job', { query: { page } })`. `connection` sends what
 * this cannot: requests to collections, whose paths are in their definitions; those whose answer is read as text, a file or a
 * message; and those before the first page, which is loaded without the table of routes.
 */
export const call = routeCaller<BuiltInRoutes>(connection, builtInForms);

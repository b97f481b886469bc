import { builtInForms } from '../../../server/features/client/runtime/built-in-forms.ts';
import type { BuiltInRoutes } from '../../../server/features/client/runtime/built-in-routes.ts';
import { routeCaller } from '../../../server/features/client/runtime/route-caller.ts';
import { connection } from './connection.ts';

/** Calls a route of the server, typed by its declaration: `call('GET /cms/job', { query: { page } })`. */
export const call = routeCaller<BuiltInRoutes>(connection, builtInForms);

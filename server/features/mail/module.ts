import { defineModule } from '../../module/define-module.ts';
import { mailRoutes } from './mail-routes.ts';

/** The mails that a server keeps instead of sending them. */
export const mail = defineModule({
  name: 'mail',
  open: ({ settings }) => ({ routes: mailRoutes(settings) }),
});

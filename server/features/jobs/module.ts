import { makePrepareJob } from '../../access/guarded/run-now.ts';
import { defineModule } from '../../module/define-module.ts';
import { jobRoutes } from './job-routes.ts';

/** What administrators see and do of durable jobs. */
export const jobs = defineModule({
  name: 'jobs',
  about: 'server',
  open: ({ store, work }) => ({ routes: jobRoutes(store, makePrepareJob(store.jobs, work)) }),
});

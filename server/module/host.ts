import type { FastifyInstance } from 'fastify';
import type { AdmitTask, FindBeginner } from '../access/admission/admit-task.ts';
import type { OwnWork } from '../access/guarded/run-now.ts';
import type { Permission } from '../definitions/access-rule.ts';
import type { ToUrl } from '../http/public-url.ts';
import type { OwnMail } from '../mail/own-mail.ts';
import type { Records } from '../records/records.ts';
import type { Settings } from '../settings.ts';

/** What a server offers to its modules while they open. */
export interface Host {
  readonly settings: Settings;
  readonly records: Records;
  /** For its log and its hooks. Routes go through the table of routes, which knows who may use them. */
  readonly app: FastifyInstance;
  readonly toUrl: ToUrl;
  readonly findBeginner: FindBeginner;
  readonly admitTask: AdmitTask;
  readonly mail: OwnMail;
  /** The jobs and mails of the project. */
  readonly work: OwnWork;
  /** All permissions that routes and fields declare; none until the table of routes is complete. */
  permissions(): readonly Permission[];
}

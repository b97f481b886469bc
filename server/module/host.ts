import type { FastifyInstance } from 'fastify';
import type { FindBeginner } from '../access/admission/admit-task.ts';
import type { Records } from '../records/records.ts';
import type { Settings } from '../settings.ts';

/** What a server offers to its modules while they open. */
export interface Host {
  readonly settings: Settings;
  readonly records: Records;
  /** For its log and its hooks. Routes go through the table of routes, which knows who may use them. */
  readonly app: FastifyInstance;
  readonly findBeginner: FindBeginner;
}

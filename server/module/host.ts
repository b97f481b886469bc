import type { FastifyInstance } from 'fastify';
import type {
  AdmitTask,
  FactorParts,
  FindBeginner,
  FindKey,
  Identify,
  OwnWork,
  Previews,
  Sessions,
} from '../access/index.ts';
import type { ConsoleParts } from '../console-parts/open-parts.ts';
import type { Permission, Plugin } from '../definitions/for-server.ts';
import type { CompileSerialiser, PageFiles, Route, SessionCookies, ToUrl } from '../http/index.ts';
import type { OwnMail } from '../mail/own-mail.ts';
import type { RecordStore, SingletonIds } from '../records/index.ts';
import type { Settings } from '../settings/values.ts';
import type { Uploads } from '../storage/open-uploads.ts';
import type { FindConcerns } from './concern.ts';
import type { Figure } from './figure.ts';
import type { FileUses } from './file-uses.ts';
import type { FindNotifications } from './notification.ts';
import type { ListStreams } from './open-stream.ts';

/** A provider by which people may sign in. */
export interface NamedProvider {
  readonly name: string;
  readonly label: string;
}

/** What a server offers to its modules while they open. */
export interface Host {
  readonly settings: Settings;
  readonly store: RecordStore;
  /** For its log and its hooks. Routes go through the table of routes, which knows who may use them. */
  readonly app: FastifyInstance;
  readonly toUrl: ToUrl;
  readonly identify: Identify;
  readonly findKey: FindKey;
  readonly sessions: Sessions;
  readonly cookies: SessionCookies;
  readonly factors: FactorParts;
  readonly findBeginner: FindBeginner;
  readonly admitTask: AdmitTask;
  readonly mail: OwnMail;
  readonly uploads: Uploads;
  /** Those of all modules. */
  readonly fileUses: readonly FileUses[];
  /** The providers of all modules. */
  readonly providers: readonly NamedProvider[];
  /** The names of groups in settings. */
  readonly groupsInSettings: ReadonlySet<string>;
  /** The built console; undefined if it is switched off, or not built. */
  readonly page: PageFiles | undefined;
  readonly previews: Previews;
  readonly singletonIds: SingletonIds;
  readonly serialiserOf: CompileSerialiser;
  /** The jobs and mails of the project. */
  readonly work: OwnWork;
  /** The parts of the console that the project and its plug-ins define; none where there is no console. */
  readonly consoleParts: ConsoleParts;
  /** The plug-ins of the project, in their order. */
  readonly plugins: readonly Plugin[];
  /** Aborted once the server is about to stop: it still answers, and should be sent nothing new. */
  readonly leaving: AbortSignal;
  /** All routes of the server and the project; none until the table of routes is complete. */
  readonly routes: readonly Route[];
  /** What other modules tell operators; nothing until all modules are open. */
  readonly figures: readonly Figure[];
  /** What finds the concerns of other modules; nothing until all modules are open. */
  readonly concerns: readonly FindConcerns[];
  /** What finds the notifications of other modules; nothing until all modules are open. */
  readonly notifications: readonly FindNotifications[];
  /** What lists the streams that other modules keep open; nothing until all modules are open. */
  readonly streams: readonly ListStreams[];
  /** All permissions that routes and fields declare; none until the table of routes is complete. */
  permissions(): readonly Permission[];
}

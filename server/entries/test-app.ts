import type { Enqueueable, Sendable } from '../definitions/project/enqueued.ts';
import type { Records } from '../definitions/types/collections-api.ts';
import type { SoundKeys } from '../definitions/types/sound-keys.ts';
import type { TestClient } from './test-requests.ts';

/** A user who has signed in. */
export interface Person {
  readonly id: number;
  readonly username: string;
  readonly password: string;
  readonly token: string;
}

/** A mail that the server sent. */
export interface TestMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** When, in milliseconds since 1970. */
  readonly time: number;
}

/** The mails that the server has sent; without MAIL_URL they are kept in a folder of the test. */
export interface Mailbox {
  /** Those to this address, or all, the newest first, at most a hundred; once no job is running or due. */
  mails(to?: string): Promise<readonly TestMail[]>;
}

/** The clock of the process: `Date`, not its timers. It goes on from where it is set, until the app is closed. */
export interface TestClock {
  now(): number;
  /** Lets it be this time, and resolves when all that is due by then has run: schedules, and jobs with a `due` time. */
  set(time: number | string | Date): Promise<void>;
  /** Moves it on, likewise. */
  advance(milliseconds: number): Promise<void>;
}

/** Who a mail goes to, and the language of its reader. */
export interface MailTo {
  readonly to: string;
  readonly language?: string;
}

/** A job of the project. */
export type Runnable<Input> = Enqueueable<Input> & { readonly run: (event: never) => unknown };

/** A server that listens nowhere: requests reach it directly. */
export interface TestApp extends AsyncDisposable {
  /** The super administrator. */
  readonly root: Person;
  /** A new user in a group with these permissions, each named as in its definition or by its key; without any, a guest. */
  person<const Keys extends readonly string[]>(...permissions: Keys & SoundKeys<Keys>): Promise<Person>;
  /** Sends requests as this person; without one, as a caller who has not signed in. */
  as(person?: Person): TestClient;
  /** Writes the groups, service users and fixtures of the project, as `quire seed` does. */
  seed(): Promise<void>;
  /**
   * The collections as own code reaches them, without access rules; each call is a transaction of its own, and one that fails
   * leaves the next ones alone.
   */
  readonly records: Records;
  readonly clock: TestClock;
  readonly mailbox: Mailbox;
  /**
   * Runs a job, a mail or a schedule now, in this process. Resolves when it is done; throws what was wrong where its first try
   * fails. Schedules are named as `GET /cms/schedule` does.
   */
  run<Input>(job: Runnable<Input>, input?: Input): Promise<void>;
  run<Input>(mail: Sendable<Input>, input: Input, reader: MailTo): Promise<void>;
  run(kind: string, input?: unknown, reader?: MailTo): Promise<void>;
  /** Resolves when no job is running, and none is due: mails are sent then, and hooks after a commit have run. */
  idle(): Promise<void>;
  /** Closes the server and removes its files. */
  close(): Promise<void>;
}

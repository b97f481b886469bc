import type { SoundKeys } from '../definitions/types/sound-keys.ts';
import type { TestClient } from './test-requests.ts';

/** A user who has signed in. */
export interface Person {
  readonly id: number;
  readonly username: string;
  readonly password: string;
  readonly token: string;
}

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
  /** Resolves when no job is running, and none is due: mails are sent then, and hooks after a commit have run. */
  idle(): Promise<void>;
  /** Closes the server and removes its files. */
  close(): Promise<void>;
}

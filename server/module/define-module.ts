import { MODULE_REACHES, type ModuleReach, type PersonalRecords } from '../access/index.ts';
import type { JobKind, Schedule } from '../background/index.ts';
import {
  type AccessRule,
  aFunction,
  anObject,
  type Definition,
  hyphenated,
  needed,
  type OptionCheck,
  type OptionTable,
  oneOf,
  problemsOfOptions,
  type SettingsTable,
} from '../definitions/for-server.ts';
import type { Failures } from '../errors.ts';
import { type FileStore, type Route, SUBJECTS, type Subject } from '../http/index.ts';
import type { OpenTakeFile, Reads, SealedCollection } from '../records/index.ts';
import type { CamelCased } from '../settings/camel-case.ts';
import type { Settings } from '../settings/values.ts';
import type { OptionalPackage } from '../shared/system/optional-packages.ts';
import type { LoadCommand } from './commands/command.ts';
import type { FindConcerns } from './concern.ts';
import type { Figure } from './figure.ts';
import type { FileUses } from './file-uses.ts';
import type { FurtherSettings } from './further-settings.ts';
import type { Host, NamedProvider } from './host.ts';
import type { FindNotifications } from './notification.ts';
import type { ListStreams } from './open-stream.ts';

/** A group that a setting names. */
export interface NamedGroup {
  readonly setting: string;
  readonly name: string;
}

/** What a feature adds to the server. All but its name may be left out. */
export interface Module<Table extends SettingsTable = SettingsTable, Further = object> {
  /** The name of its folder. */
  readonly name: string;
  /** The modules that it cannot do without. It may use what their `exports.ts` exports. */
  readonly needs?: readonly string[];
  /** Its tables. They stay where the module is switched off. */
  readonly collections?: readonly Definition[];
  /** What `failuresWith` returns: how its routes may refuse, beside the failures of the core. Its texts are in its `messages/`. */
  readonly failures?: Failures;
  /** The rules with permissions that its routes use. They are known before there is a database. */
  readonly permissions?: readonly AccessRule[];
  /** Which of its records belong to a user, and what an erasure of the user leaves of them. */
  readonly personalData?: readonly PersonalRecords[];
  /** Which of its columns are encrypted with a secret of the server. */
  readonly sealedColumns?: readonly SealedCollection[];
  /** Uses of files that no reference shows. */
  readonly fileUses?: FileUses;
  /** What its routes are about, where their paths do not tell: a write about access asks for a proof of who the caller is. */
  readonly about?: Subject;
  /** What its routes are about for an API key, where their paths do not tell. */
  readonly keyReach?: ModuleReach;
  /** Whether apps act for people where it is on. Without such a module, no consent to an app counts. */
  readonly letsAppsIn?: boolean;
  /** Its commands of `quire`, by their names. */
  readonly commands?: Readonly<Record<string, LoadCommand>>;
  /** Its settings, by their names in the environment. It gets them with the others, as `settings.changeSetDays`. */
  readonly settings?: Table;
  readonly furtherSettings?: FurtherSettings<CamelCased<Table>, Further>;
  /** The optional packages that it needs where it is on, each with the setting that switches it on. */
  readonly packages?: Readonly<Partial<Record<OptionalPackage, string>>>;
  /** Whether these settings switch it on. Without this it is always on. */
  isOn?(settings: Own<Table, Further>): boolean;
  /** The groups that its settings name. */
  groupsIn?(settings: Own<Table, Further>): readonly NamedGroup[];
  /** The providers by which people may sign in. */
  providersIn?(settings: Own<Table, Further>): readonly NamedProvider[];
  /** What the operator should know at a start, in sentences: settings that have no effect. */
  notices?(reads: Reads, settings: Settings & Own<Table, Further>): Promise<readonly string[]>;
  /** Called once for each server, before it listens. */
  open?(host: HostOf<Own<Table, Further>>): Opened;
}

/** The values of a module's own settings. Of a module that may be any, nothing is known of them. */
export type Own<Table extends SettingsTable, Further> = string extends keyof Table
  ? object
  : Omit<CamelCased<Table>, keyof Further> & Further;

type HostOf<OwnSettings> = Host & { readonly settings: OwnSettings };

/** What an opened module adds to one server. */
export interface Opened {
  /** In the order in which the API page lists them. */
  readonly routes?: readonly Route[];
  readonly jobs?: readonly JobKind[];
  readonly schedules?: readonly Schedule[];
  /** What it tells operators about its work, where they ask. */
  readonly figures?: readonly Figure[];
  /** Finds what an operator should look at, for the page about the server's health. */
  readonly concerns?: FindConcerns;
  /** Finds what concerns one user, for the bell of the console. */
  readonly notifications?: FindNotifications;
  /** Lists the streams of clients that it keeps open, for the page about the server's health. */
  readonly streams?: ListStreams;
  /** How routes of the project store files. */
  readonly storeFile?: FileStore;
  /** How a seed takes files by the rules of uploads; on trial, it stores nothing. */
  readonly takeFile?: OpenTakeFile;
}

const aList: OptionCheck = { allowed: 'a list', accepts: Array.isArray };

const MODULE: OptionTable<Module> = {
  owner: 'a module',
  checks: {
    name: needed(hyphenated),
    needs: aList,
    collections: aList,
    failures: anObject,
    permissions: aList,
    personalData: aList,
    sealedColumns: aList,
    fileUses: anObject,
    about: oneOf(...SUBJECTS),
    keyReach: oneOf(...MODULE_REACHES),
    letsAppsIn: { allowed: 'true or false', accepts: (value) => typeof value === 'boolean' },
    commands: anObject,
    settings: anObject,
    furtherSettings: anObject,
    packages: anObject,
    groupsIn: aFunction,
    providersIn: aFunction,
    notices: aFunction,
    isOn: aFunction,
    open: aFunction,
  },
  contradiction: ({ collections = [], personalData = [], sealedColumns = [] }) => {
    const foreign = [...personalData, ...sealedColumns].find(
      ({ definition }) => !collections.includes(definition),
    );
    return foreign && `'${foreign.definition.name}' is not among its 'collections'`;
  },
};

/** Declares a module. Throws if an option is unknown or wrong. */
export function defineModule<const Table extends SettingsTable = Record<never, never>, Further = object>(
  declared: Module<Table, Further>,
): Module<Table, Further> {
  const problems = problemsOfOptions(MODULE, declared);
  if (problems.length > 0) throw new Error(`module ${declared.name}: ${problems.join('\n')}`);
  return declared;
}

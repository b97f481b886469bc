import type { Readable } from 'node:stream';
import type { CollectionForm } from './forms/forms.ts';

/** A system, or its export, that moves in: neutral data, whatever it is called there. */
export interface MoveSource {
  /** The name under which the map of ids knows it. */
  readonly name: string;
  readonly collections: readonly CollectionForm[];
  /** The languages of its localised fields. */
  readonly locales: readonly string[];
  groups(): AsyncIterable<MovedGroup>;
  people(): AsyncIterable<MovedPerson>;
  files(): AsyncIterable<MovedFile>;
  /** The records of a collection, in an order in which they may be read again. */
  records(collection: string): AsyncIterable<MovedRecord>;
  /** What has no counterpart here, as far as it was met by now. */
  leftOut(): Iterable<string>;
  close(): Promise<void>;
}

/** A role: a group, with the permissions of an archive. */
export interface MovedGroup {
  readonly key: string;
  readonly name: string;
  readonly info: string;
  /** Keys of permissions. */
  readonly permissions: readonly string[];
}

/** A user, without a password. */
export interface MovedPerson {
  readonly key: string;
  readonly username: string;
  readonly nickname: string;
  readonly email: string | null;
  readonly isActive: boolean;
  /** Keys of groups. */
  readonly groups: readonly string[];
}

export interface MovedFile {
  readonly key: string;
  readonly name: string;
  readonly alt: Readonly<Record<string, string>>;
  readonly isPrivate: boolean;
  /** The addresses by which texts there show it. */
  readonly addresses: readonly string[];
  /** Its content, or why it cannot be had. */
  open(): Promise<Readable | { readonly reason: string }>;
}

export interface MovedRecord {
  readonly key: string;
  /** References and files hold keys of the source; localised fields their values by language. */
  readonly values: Readonly<Record<string, unknown>>;
  /** For collections with drafts: whether readers see these values, other ones, or nothing. */
  readonly published?: boolean | Readonly<Record<string, unknown>>;
  /** When a draft is to be published. */
  readonly publishAt?: number;
  readonly times?: { readonly created: number; readonly updated: number };
  /** The key of the person who created it. */
  readonly creator?: string;
}

/** The kinds of the map of ids that are no collections. */
export const KIND = { file: '@file', group: '@group', person: '@person' } as const;

/** The source cannot be read, or is refused: said to the operator. */
export class SourceProblem extends Error {}

import type { MovedFile, MovedGroup, MovedPerson } from '../source.ts';
import type { Row } from './document.ts';
import type { StrapiSchema, StrapiType } from './schema.ts';

/** A running Strapi, or its export. */
export interface StrapiReader {
  readonly name: string;
  readonly schema: StrapiSchema;
  /** The default language comes first. */
  readonly locales: readonly string[];
  /** What this way of reading cannot see. */
  readonly unseen: readonly string[];
  groups(): AsyncIterable<MovedGroup>;
  people(): AsyncIterable<MovedPerson>;
  files(): AsyncIterable<MovedFile>;
  /** The rows of each document, in the order of their keys. */
  documents(type: StrapiType): AsyncIterable<readonly Row[]>;
  close(): Promise<void>;
}

import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { badParameters } from '../../errors.ts';
import { message } from './messages/message.ts';

/** The folder of a project whose files are documents. */
const FOLDER = 'graphql';
const ENDING = '.graphql';

/** What names a document, or is one. */
interface Named {
  readonly query?: string | null | undefined;
  readonly documentId?: string | null | undefined;
  readonly extensions?: unknown;
}

/** The documents of a project, by the names of their files and by their hashes: `sha256:` and 64 hexadecimal digits. */
export class Documents {
  readonly #texts: ReadonlyMap<string, string>;
  readonly #isKnownOnly: boolean;

  /** Reads the folder beside that of the collections. */
  constructor(contentDir: string, isKnownOnly: boolean) {
    const texts = textsIn(join(dirname(resolve(contentDir)), FOLDER));
    this.#texts = new Map(
      texts.flatMap(([name, text]) => [
        [name, text],
        [hashOf(text), text],
      ]),
    );
    this.#isKnownOnly = isKnownOnly;
  }

  /**
   * The text of the document that is asked for; undefined for a hash of Apollo that is not known, whose client then sends the text
   * as well. Throws if it is not known otherwise, or not among those that may be asked.
   */
  textOf({ query, documentId, extensions }: Named): string | undefined {
    const text = query || undefined;
    if (typeof documentId === 'string') {
      const known = this.#texts.get(documentId);
      if (known === undefined) throw badParameters({ documentId: message('graphqlUnknownDocument') });
      return known;
    }
    const hashed = text === undefined ? hashIn(extensions) : undefined;
    if (hashed !== undefined) return this.#texts.get(hashed);
    if (text === undefined) throw badParameters({ query: message('missing') });
    if (this.#isKnownOnly && !this.#texts.has(hashOf(text)))
      throw badParameters({ query: message('graphqlKnownOnly') });
    return text;
  }
}

function textsIn(folder: string): [name: string, text: string][] {
  let names: string[];
  try {
    names = readdirSync(folder).filter((name) => name.endsWith(ENDING));
  } catch {
    return []; // the project has no such folder
  }
  return names.map((name) => [basename(name, ENDING), readFileSync(join(folder, name), 'utf8')]);
}

function hashOf(text: string): string {
  return `sha256:${hash('sha256', text, 'hex')}`;
}

/** The hash by which clients of Apollo name a document, at first without its text. */
function hashIn(extensions: unknown): string | undefined {
  const { persistedQuery } = (extensions ?? {}) as {
    readonly persistedQuery?: { readonly sha256Hash?: unknown };
  };
  return typeof persistedQuery?.sha256Hash === 'string' ? `sha256:${persistedQuery.sha256Hash}` : undefined;
}

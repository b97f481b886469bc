import { type Answer, described, idIn, idsFrom } from './answers.ts';
import type { Connection } from './connection.ts';
import { queryOf } from './query.ts';
import type { UploadedFile } from './requests.ts';
import { giveUpUpload, type UploadOptions, uploadInPieces } from './resumable-upload.ts';
import type { Id } from './shapes.ts';

/** Alt texts by language; an empty one marks a picture that says nothing. */
export type AltTexts = Readonly<Record<string, string>>;

/** A file of the library. Folder and tags are only for users who may see the arrangement. */
export interface LibraryFile extends UploadedFile {
  readonly mime: string;
  readonly alt?: AltTexts;
  /** Where the eye should rest, in per cent; absent for the middle. */
  readonly focus_x?: number;
  readonly focus_y?: number;
  readonly folder_id?: Id;
  readonly tags?: readonly string[];
  readonly create_time: number;
}

export interface FileChanges {
  readonly name?: string;
  /** Languages that are left out stay; null removes one, or all of them. */
  readonly alt?: Readonly<Record<string, string | null>> | null;
  readonly focus_x?: number | null;
  readonly focus_y?: number | null;
  readonly folder_id?: Id | null;
  readonly tags?: readonly string[];
}

export interface FileListRequest {
  readonly mine?: boolean;
  readonly keyword?: string;
  readonly type?: string;
  /** Only these, at most 100; those that the caller may not see are left out. */
  readonly ids?: readonly Id[];
  readonly folder?: Id | 'none';
  /** All of them. */
  readonly tags?: readonly string[];
  readonly count?: number;
  readonly after?: string;
}

export interface FileFolder {
  readonly id: Id;
  readonly name: string;
  readonly parent_id: Id | null;
  readonly files: number;
}

/** The file library. */
export class FileClient {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Uploads a file in pieces, and resumes after a network failure. Throws QuireError if it is refused. */
  upload(file: Blob, options: UploadOptions = {}): Promise<UploadedFile> {
    return uploadInPieces(this.#connection, file, options);
  }

  /** Gives up an upload that stopped. */
  giveUp(uploadId: Id): Promise<void> {
    return giveUpUpload(this.#connection, uploadId);
  }

  async get(id: Id): Promise<LibraryFile> {
    return knownFile(await this.#connection.request('GET', `/cms/file/${encodeURIComponent(id)}`));
  }

  /** One page, newest first; `next` is the `after` of the page that follows. */
  async list({ tags, ids, ...request }: FileListRequest = {}): Promise<{
    readonly items: readonly LibraryFile[];
    readonly next: string | null;
  }> {
    const query = queryOf({
      ...request,
      ...(tags && { tag: tags.join(',') }),
      ...(ids && { id: ids.join(',') }),
    });
    const { items, next } = await this.#connection.request('GET', '/cms/file', { query });
    return { items: (items as readonly Answer[]).map(knownFile), next: next as string | null };
  }

  async change(id: Id, { folder_id, ...changes }: FileChanges): Promise<void> {
    const body = {
      ...changes,
      ...(folder_id !== undefined && { folder_id: folder_id && BigInt(folder_id) }),
    };
    await this.#connection.request('PATCH', `/cms/file/${encodeURIComponent(id)}`, { body });
  }

  async remove(id: Id): Promise<void> {
    await this.#connection.request('DELETE', `/cms/file/${encodeURIComponent(id)}`);
  }

  async folders(): Promise<readonly FileFolder[]> {
    const { items } = await this.#connection.request('GET', '/cms/file/folder');
    return (items as readonly Answer[]).map((one) =>
      described({ ...one, id: idIn(one), parent_id: idsFrom(one.parent_id) }),
    );
  }

  /** Answers its id. */
  async createFolder(name: string, parent_id: Id | null = null): Promise<Id> {
    const body = { name, parent_id: parent_id && BigInt(parent_id) };
    return idIn(await this.#connection.request('POST', '/cms/file/folder', { body }));
  }

  async tags(): Promise<readonly { readonly id: Id; readonly name: string; readonly files: number }[]> {
    const { items } = await this.#connection.request('GET', '/cms/file/tag');
    return (items as readonly Answer[]).map((one) => described({ ...one, id: idIn(one) }));
  }
}

function knownFile(answer: Answer): LibraryFile {
  return described({
    ...answer,
    id: idIn(answer),
    ...(answer.folder_id !== undefined && { folder_id: idsFrom(answer.folder_id) }),
  });
}

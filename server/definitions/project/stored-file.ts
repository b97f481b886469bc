/** A file that is stored: what a `file` field refers to by its id. */
export interface StoredFile {
  readonly id: bigint;
  /** The name that it was given, as one line. */
  readonly name: string;
  /** Its URL; for a private file, reading it takes the right. */
  readonly url: string;
  readonly path: string;
  /** These follow from the content, not from the name. */
  readonly mime: string;
  readonly extension: string;
  /** Bytes. */
  readonly size: number;
  /** Pixels of an image. */
  readonly width: number | null;
  readonly height: number | null;
  readonly private: boolean;
}

/** In pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** What uploads are held to. Sizes are bytes. */
export interface UploadRules {
  readonly maxFileBytes: number;
  readonly maxTotalBytes: number;
  readonly maxFiles: number;
  /** What all files of one user may come to. */
  readonly quotaBytes: number;
  readonly quotaFiles: number;
  /** How long an upload that broke off can be continued. */
  readonly resumeMs: number;
  /** Whether images keep their metadata, such as where they were taken. */
  readonly keepsMetadata: boolean;
  /** Extensions of the types that are taken, as the content shows them. */
  readonly types: ReadonlySet<string>;
  /** How long a signed address opens a private file. */
  readonly addressMs: number;
  /** Widths in pixels in which thumbnails of images can be had. */
  readonly thumbnailWidths: readonly number[];
  /** Sizes in pixels to which images are cropped, by name. */
  readonly imageSizes: ReadonlyMap<string, ImageSize>;
}

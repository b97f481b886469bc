declare module 'tus-js-client' {
  interface UploadOptions {
    readonly endpoint: string;
    readonly uploadUrl?: string | null;
    readonly headers: Readonly<Record<string, string>>;
    readonly metadata: Readonly<Record<string, string>>;
    readonly chunkSize: number;
    readonly retryDelays: readonly number[];
    readonly onProgress?: (sent: number, total: number) => void;
    readonly onSuccess: () => void;
    readonly onError: (error: Error) => void;
  }

  /** The protocol's own client. */
  export class Upload {
    constructor(content: Buffer, options: UploadOptions);
    readonly url: string | null;
    start(): void;
    abort(shouldTerminate?: boolean): Promise<void>;
  }
}

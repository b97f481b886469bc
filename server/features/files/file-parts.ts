import type { ToUrl } from '../../http/public-url.ts';
import type { FileAddresses } from './addresses.ts';
import type { Inspect } from './inspection/inspect.ts';
import type { Uploads } from './open-uploads.ts';
import type { UploadRules } from './upload-rules.ts';

/** What the routes of files need. */
export interface FileParts extends Uploads {
  readonly rules: UploadRules;
  readonly inspect: Inspect;
  readonly addresses: FileAddresses;
  readonly toUrl: ToUrl;
}

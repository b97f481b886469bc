import type { ToUrl } from '../../http/public-url.ts';
import type { Uploads } from '../../storage/open-uploads.ts';
import type { UploadRules } from '../../storage/upload-rules.ts';
import type { FileAddresses } from './addresses.ts';
import type { Inspect } from './inspection/inspect.ts';

/** What the routes of files need. */
export interface FileParts extends Uploads {
  readonly rules: UploadRules;
  readonly inspect: Inspect;
  readonly addresses: FileAddresses;
  readonly toUrl: ToUrl;
}

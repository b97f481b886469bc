import type { ToUrl } from '../../http/public-url.ts';
import type { RecordStore } from '../../records/record-store.ts';
import type { OpenProvider } from './open-provider.ts';
import type { Scopes } from './scopes.ts';

/** What the routes of this feature need. */
export interface ProviderFeature {
  readonly store: RecordStore;
  readonly issuer: string;
  readonly toUrl: ToUrl;
  readonly registers: boolean;
  readonly scopes: () => Scopes;
  readonly open: () => Promise<OpenProvider>;
}

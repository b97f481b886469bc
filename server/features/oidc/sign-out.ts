import { identity, type session } from '../../access/index.ts';
import type { RecordOf } from '../../definitions/types/record-types.ts';
import { AppError } from '../../errors.ts';
import type { Reads } from '../../records/store/reads.ts';
import { failures } from './failures.ts';
import type { OidcParts } from './parts.ts';
import { isIssuer } from './provider.ts';

/** The provider's page that ends a session there too; undefined if there is none or the provider does not answer. */
export async function signOutUrl(
  { providers }: OidcParts,
  reads: Reads,
  { identity_id, id_token }: RecordOf<typeof session>,
  returnTo: string | undefined,
): Promise<string | undefined> {
  const by = identity_id === null ? undefined : await reads.find(identity, identity_id);
  const provider = by && [...providers.values()].find(({ settings }) => isIssuer(settings, by.issuer));
  if (!provider?.settings.signsOutThere || id_token === null) return undefined;
  try {
    const { config } = await provider.published();
    if (config.serverMetadata().end_session_endpoint === undefined) return undefined;
    const { buildEndSessionUrl } = await import('openid-client');
    const place = returnTo === undefined ? {} : { post_logout_redirect_uri: returnTo };
    return buildEndSessionUrl(config, { id_token_hint: id_token, ...place }).href;
  } catch (error) {
    if (error instanceof AppError && error.key === failures.providerUnavailable.key) return undefined;
    throw error;
  }
}

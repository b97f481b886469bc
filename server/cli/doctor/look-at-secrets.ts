import { countSealed, type Reads } from '../../records/index.ts';
import { sealedCollections } from '../../sealed-collections.ts';

/** Which secrets of the server the encrypted values need: whether an older one may be removed. */
export async function lookAtSecrets(
  reads: Reads,
  secrets: readonly [string, ...string[]],
): Promise<string[]> {
  const { total, older, lost } = await countSealed(reads, { sealed: sealedCollections, secrets });
  if (total === 0) return [];
  const remedies = new Map(sealedCollections.map(({ definition, remedy }) => [definition.name, remedy]));
  return [
    older === 0
      ? `Secrets     ${total} encrypted in the database, none of which needs an older QUIRE_SECRET`
      : `Notice      QUIRE_SECRET: ${older} of ${total} encrypted values need an older secret; keep it until a running server has encrypted them with the first`,
    ...[...lost].map(
      ([name, count]) =>
        `Notice      QUIRE_SECRET: ${count} encrypted values of ${name} can no longer be decrypted; ${remedies.get(name)}`,
    ),
  ];
}

import { lookup } from 'node:dns/promises';
import { CannotStart } from './errors.ts';
import type { Settings } from './settings/values.ts';
import type { Server } from './start.ts';

/**
 * Listens on one address and answers it as a URL. Throws CannotStart, and closes the server, where that is not possible.
 * For `localhost`, Fastify would add a second server, which has none of this server's limits.
 */
export async function listen(server: Server, { host, port }: Settings): Promise<string> {
  try {
    const { address } = await lookup(host, { order: 'ipv4first' });
    return await server.app.listen({ host: address, port });
  } catch (cause) {
    await server.close();
    throw new CannotStart(
      `HOST, PORT: cannot listen there (${(cause as Error).message}); allowed: an address of this machine and a port that is free`, // both throw nothing else
      { cause },
    );
  }
}

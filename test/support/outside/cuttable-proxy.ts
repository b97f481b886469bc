import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { after } from 'node:test';

/** Passes on connections to a database server, until it is cut or falls silent; gone when the test file has run. */
export async function cuttableProxy(databaseUrl: string) {
  let target = new URL(databaseUrl);
  const pairs = new Set<readonly [Socket, Socket]>();
  let isSilent = false;
  let losing: 'cut' | 'silence' | undefined;
  const join = ([near, far]: readonly [Socket, Socket]) => {
    near.on('data', (bytes) => {
      if (losing === undefined || !/(?<![a-z_])commit(?![a-z])/.test(bytes.toString('latin1'))) return;
      far.unpipe(near).resume();
      if (losing === 'cut') far.once('data', () => near.destroy());
    });
    near.pipe(far).pipe(near);
  };
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    const pair = [near, far] as const;
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      for (const socket of pair) socket.destroy();
    };
    for (const socket of pair) socket.on('error', end).on('close', end);
    if (!isSilent) join(pair);
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const port = await listen(0);
  const cut = () => {
    server.close();
    for (const [near] of pairs) near.destroy();
  };
  after(cut);
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    cut,
    /** Sends new connections to another server; the old ones stay where they are. */
    leadTo: (otherUrl: string) => {
      target = new URL(otherUrl);
    },
    restore: () => listen(port),
    /** Takes bytes and connections as before, and passes nothing on. */
    silence: () => {
      isSilent = true;
      for (const [near, far] of pairs) {
        near.unpipe(far).pause();
        far.unpipe(near).pause();
      }
    },
    /** Passes on what new connections send; the old ones stay silent. */
    forget: () => {
      isSilent = false;
    },
    /** Passes on everything again, also what was sent meanwhile. */
    speak: () => {
      isSilent = false;
      for (const pair of pairs) join(pair);
    },
    /** Answers what is sent next on each connection with these bytes, and ends it. */
    answerNext: (bytes: Buffer) => {
      for (const [near, far] of pairs)
        near
          .unpipe(far)
          .once('data', () => near.end(bytes))
          .resume();
    },
    /** Passes commits on, and on their connections nothing more: these are lost, or stay silent. */
    loseAnswersToCommits: (how: typeof losing) => {
      losing = how;
    },
    count: () => pairs.size,
  };
}

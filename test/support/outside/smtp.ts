import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import { SMTPServer } from 'smtp-server';

interface Taken {
  readonly from: string;
  readonly to: string;
  readonly source: string;
}

/** An SMTP server that answers recipients as their addresses say: `later@…` is refused once, `never@…` for good. */
export async function openSmtp() {
  const taken: Taken[] = [];
  const asked: string[] = [];
  const server = new SMTPServer({
    hideSTARTTLS: true,
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _, answer) =>
      username === 'shop' && password === 'p@ss' ? answer(null, { user: 'shop' }) : answer(new Error('no')),
    onRcptTo({ address }, _, answer) {
      const isFirst = !asked.includes(address);
      asked.push(address);
      if (address.startsWith('never')) return answer(failure(550, `<${address}> is nobody here`));
      if (address.startsWith('later') && isFirst) return answer(failure(451, `${address}: later`));
      answer();
    },
    onData(stream, { envelope }, answer) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = envelope;
        const from = mailFrom ? mailFrom.address : '';
        taken.push({
          from,
          to: rcptTo.map(({ address }) => address).join(),
          source: String(Buffer.concat(chunks)),
        });
        answer();
      });
    },
  });
  server.on('error', () => {}); // a client that was killed
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  after(() => new Promise<void>((resolve) => server.close(resolve)));
  const { port } = server.server.address() as AddressInfo;
  return { taken, asked, url: `smtp://shop:p%40ss@127.0.0.1:${port}` };
}

function failure(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode });
}

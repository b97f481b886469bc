import { Readable } from 'node:stream';
import { Bytes } from '../../http/bytes.ts';
import type { Input } from '../../http/route.ts';

const page = `<!doctype html>
<html lang="zh">
<meta charset="utf-8">
<title>Quire</title>
<h1>Quire</h1>
<p>服务正在运行。接口说明见 <a href="/docs">/docs</a>。</p>
</html>
`;

/** Tells whoever comes to see whether the server is there; browsers get a page that runs and loads nothing. */
export async function greet({ headers }: Input): Promise<Bytes | { message: string }> {
  if (!headers.accept?.includes('text/html')) return { message: 'Quire 正在运行，接口说明见 /docs' };
  const about = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
  };
  return new Bytes(200, about, Readable.from([page]));
}

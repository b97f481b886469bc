import { Readable } from 'node:stream';
import { Bytes } from '../../http/bytes.ts';

const page = `<!doctype html>
<html lang="zh">
<meta charset="utf-8">
<title>Quire</title>
<h1>Quire</h1>
<p>服务正在运行。接口说明见 <a href="/docs">/docs</a>。</p>
</html>
`;

/** What a browser is shown that comes to see whether the server is there. It runs and loads nothing. */
export async function greet(): Promise<Bytes> {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  };
  return new Bytes(200, headers, Readable.from([page]));
}

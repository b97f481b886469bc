/** The bytes of a request, fixed once: what a client sends, no more. */
export function requestBytes(method: string, path: string, token?: string, body?: unknown): string {
  const head = [`${method} ${path} HTTP/1.1`, 'Host: 127.0.0.1'];
  if (token) head.push(`Authorization: Bearer ${token}`);
  if (body === undefined) return `${head.join('\r\n')}\r\n\r\n`;
  const text = JSON.stringify(body);
  head.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`);
  return `${head.join('\r\n')}\r\n\r\n${text}`;
}

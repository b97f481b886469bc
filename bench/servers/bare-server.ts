import { createServer } from 'node:http';

// The baseline of every ratio: Node's own server with a constant JSON body of 200 bytes.
const body = JSON.stringify({ text: 'x'.repeat(200 - '{"text":""}'.length) });
const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length };

const server = createServer((request, response) => {
  request.resume();
  response.writeHead(200, headers).end(body);
});

process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
});
server.listen(Number(process.env.PORT), '127.0.0.1');

import type { Variant } from './configurations.ts';

/** The ways in which each proxy is set up. */
export const variants: readonly Variant[] = [
  { name: 'as documented', sections: [], path: '' },
  {
    name: 'with compression and whole requests kept back',
    sections: ['Compression'],
    lines: {
      nginx: 'proxy_request_buffering on;',
      apache: 'SetEnv proxy-sendcl 1',
      haproxy: 'option http-buffer-request',
    },
    path: '',
  },
  {
    name: 'with everything compressed, and HTTP/1.0 or no connection kept towards the server',
    sections: ['Compression'],
    lines: {
      nginx: 'proxy_http_version 1.0;\ngzip_types *;\ngzip_min_length 1;',
      apache: 'SetEnv force-proxy-request-1.0 1\nSetEnv proxy-nokeepalive 1\nSetOutputFilter DEFLATE',
      haproxy: 'option httpclose\ncompression type application/json text/html text/event-stream image/png',
    },
    path: '',
  },
  { name: 'below a path, with compression', sections: ['Below a path', 'Compression'], path: '/quire' },
];

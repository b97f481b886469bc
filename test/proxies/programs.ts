import { join } from 'node:path';
import type { Language } from './configurations.ts';

/** A proxy that Debian has. */
export interface Program {
  readonly language: Language;
  readonly path: string;
  /** The package that brings it. */
  readonly debianPackage: string;
  /** The file around a configuration of the documentation: what Debian's own files say, in this folder. */
  readonly wrap: (configuration: string, folder: string) => string;
  /** Runs it in the foreground with this file. */
  readonly arguments: (file: string, folder: string) => readonly string[];
}

const isRoot = process.getuid?.() === 0;

const nginx: Program = {
  language: 'nginx',
  path: '/usr/sbin/nginx',
  debianPackage: 'nginx',
  wrap: (configuration, folder) => `
${isRoot ? 'user root;' : ''}
daemon off;
pid ${folder}/pid;
error_log ${folder}/log;
events { worker_connections 768; }
http {
    access_log off;
    gzip on;
    ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n    ')}
${configuration}
}
`,
  arguments: (file, folder) => ['-p', folder, '-e', `${folder}/log`, '-c', file],
};

const APACHE_MODULES = '/usr/lib/apache2/modules';
const apacheModules = [
  ...['mpm_event', 'authz_core', 'deflate', 'env', 'filter', 'proxy', 'proxy_http'],
  ...['reqtimeout', 'setenvif', 'socache_shmcb', 'ssl'],
];

const apache: Program = {
  language: 'apache',
  path: '/usr/sbin/apache2',
  debianPackage: 'apache2',
  wrap: (configuration, folder) => `
ServerRoot ${folder}
ServerName localhost
DefaultRuntimeDir ${folder}
PidFile ${folder}/pid
ErrorLog ${folder}/log
${apacheModules.map((name) => `LoadModule ${name}_module ${join(APACHE_MODULES, `mod_${name}.so`)}`).join('\n')}
${isRoot ? 'User www-data\nGroup www-data' : ''}
${/<VirtualHost (\S+)>/.exec(configuration)?.[1]?.replace(/^/, 'Listen ')}
AddOutputFilterByType DEFLATE text/html text/plain text/css application/javascript
${configuration}
`,
  arguments: (file) => ['-D', 'FOREGROUND', '-f', file],
};

const haproxy: Program = {
  language: 'haproxy',
  path: '/usr/sbin/haproxy',
  debianPackage: 'haproxy',
  wrap: (configuration) => `
global
    maxconn 500
defaults
    timeout connect 5000
    timeout client 50000
    timeout server 50000
${configuration}
`,
  arguments: (file) => ['-db', '-f', file],
};

export const programs: readonly Program[] = [nginx, apache, haproxy];

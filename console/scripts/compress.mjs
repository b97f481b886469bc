// Writes beside each built file of a folder its br and gzip forms, which the server sends as they are. index.html has none: the
// server fills in its path.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const [, , dist] = process.argv;

for (const name of readdirSync(dist, { recursive: true })) {
  if (!/\.(js|css|svg)$/.test(name)) continue;
  const file = join(dist, name);
  const bytes = readFileSync(file);
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  writeFileSync(
    `${file}.br`,
    brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  );
}
